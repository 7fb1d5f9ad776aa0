// Puts the game on the page. The address chooses: ?seed= or ?puzzle= the puzzle, ?pace= how fast
// the colours come (1 as on the live page, 0 at once), ?order=scattered to mix them up.

import { RANKS, SUIT_NAMES, GREEN } from "./cards.js";
import { Game, N_GUESSES } from "./game.js";
import { resultLine, showSettings, showStats, showTutorial, toast } from "./dialogs.js";
import * as storage from "./storage.js";
import * as view from "./view.js";

const COLOUR_MS = 500;
const STATS_MS = 3000;
const SCATTERED = [3, 0, 4, 2, 1];
const PRAISE = ["Unbelievable!", "Brilliant!", "Great!", "Well played!", "Nicely done!", "Phew!"];

const KEPT = "Correct guesses are auto-selected on the new row, but they can be changed";

const address = new URLSearchParams(location.search);
const asked = Math.max(0, Number(address.get("pace") ?? 1) || 0);
const pace = () => (storage.settings().quick ? 0 : asked);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms * pace()));
let game;
let busy = false;

async function loadPuzzle() {
  const answer = await fetch(`puzzle.json${location.search}`);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body;
}

/** How everybody did at this puzzle; a game that has just ended is counted (`result` 1 to 7). */
async function everybodysResults(result) {
  try {
    const asked = new URLSearchParams({ puzzle: game.puzzle.id, ...(result && { result }) });
    const answer = await fetch(`results.json?${asked}`, { method: result ? "POST" : "GET" });
    return (await answer.json()).results;
  } catch {
    return [0, 0, 0, 0, 0, 0, 0]; // the server is gone: the game was played without it
  }
}

function paintRows() {
  view.growTo(game.rows.length + (game.status === "playing" ? 1 : 0), select);
  game.rows.forEach((row, g) => {
    view.closeRow(g, row);
    view.guessButtons(g).forEach((button, i) => view.paintJudged(button, g, i, row));
  });
  paintDraft();
  view.byId("counter").textContent = `${game.rows.length + 1} / ${N_GUESSES}`;
}

function paintDraft() {
  if (game.status !== "playing") return;
  view.paintOpen(game.rows.length, game.draft, game.selected);
  view.paintKeyboard(game.rows, game.selected);
}

async function reveal(guess, row) {
  view.closeRow(guess, row);
  const buttons = view.guessButtons(guess);
  const order = address.get("order") === "scattered" ? SCATTERED : [...buttons.keys()];
  for (const index of order) {
    if (pace() > 0) buttons[index].classList.add("turning");
    await pause(COLOUR_MS);
    view.paintJudged(buttons[index], guess, index, row);
  }
}

async function submit() {
  if (busy || game.status !== "playing") return;
  const guess = game.rows.length;
  const { accepted, reason } = game.submit();
  if (!accepted) return refuse(guess, reason);
  storage.keepGame(game);
  busy = true;
  await reveal(guess, game.rows[guess]);
  busy = false;
  paintRows();
  if (game.status === "playing") remindGreens(game.rows[guess]);
  else finish(true);
}

function refuse(guess, reason) {
  toast(reason, "warning");
  for (const button of view.guessButtons(guess)) {
    button.classList.remove("refused");
    requestAnimationFrame(() => button.classList.add("refused"));
  }
}

function remindGreens(row) {
  if (storage.settings().quiet) return;
  if (row.colours.includes(GREEN)) toast(KEPT);
  else if (game.rows.length === 1) toast("The order of the flop does not matter");
  else if (game.rows.length === 2) toast("No kickers: every card of the board plays");
}

/** Hand names at once, the stats a little later, as on the live page. */
async function finish(justNow) {
  const guesses = game.rows.length;
  const won = game.status === "won";
  view.showHands(game.puzzle);
  view.showResult(resultLine(game), game.status);
  if (justNow && won) toast(PRAISE[guesses - 1]);
  const isCounted = storage.isCounted(game.puzzle.id);
  const now = storage.countGame(game.puzzle.id, won, guesses);
  const everybody = everybodysResults(isCounted ? 0 : won ? guesses : 7);
  await pause(justNow ? STATS_MS : 0);
  showStats(game, now, await everybody, another, storage.learnRules);
}

async function openStats() {
  showStats(game, storage.tally(), await everybodysResults(0), another, storage.learnRules);
}

function another() {
  address.delete("puzzle");
  address.set("seed", String(Math.floor(Math.random() * 1e9)));
  location.search = address.toString();
}

function press(key) {
  if (busy) return;
  if (game.status !== "playing") return;
  if (key === "?") game.clear();
  else game.pick(key in SUIT_NAMES ? { suit: key } : { rank: key });
  paintDraft();
}

function select(guess, index) {
  if (busy || guess !== game.rows.length) return;
  game.select(index);
  paintDraft();
}

const MOVES = { ArrowLeft: -1, ArrowRight: 1 };
const RANK_KEYS = { 0: "10", T: "10" };

/** What a key does; true if it did something. */
function typed(key) {
  const upper = key.toUpperCase();
  const rank = RANK_KEYS[upper] ?? upper;
  if (key === "Enter") submit();
  else if (key === "Backspace") game.erase();
  else if (key in MOVES) game.select((game.selected + MOVES[key] + 5) % 5);
  else if (RANKS.includes(rank)) game.pick({ rank });
  else if (key.toLowerCase() in SUIT_NAMES) game.pick({ suit: key.toLowerCase() });
  else return false;
  return true;
}

function onKeyDown(event) {
  const button = event.target.closest?.("button");
  const elsewhere = event.ctrlKey || event.metaKey || event.altKey;
  if (busy || elsewhere || document.querySelector("dialog[open]")) return;
  if (game.status !== "playing" || (button && ["Enter", " "].includes(event.key))) return;
  if (!typed(event.key)) return;
  event.preventDefault();
  if (event.key !== "Enter") paintDraft();
}

function listen() {
  view.buildGuesses();
  view.buildKeyboard(press);
  view.onPress(view.byId("submit-button"), submit);
  view.onPress(view.byId("next-button"), another);
  view.onPress(view.byId("stats-button"), openStats);
  view.onPress(view.byId("settings-button"), showSettings);
  view.onPress(view.byId("help-button"), () => showTutorial(storage.learnRules));
  document.addEventListener("keydown", onKeyDown);
}

async function start() {
  const puzzle = await loadPuzzle();
  game = Game.restore(puzzle, storage.keptGame());
  view.byId("puzzle-name").textContent = puzzle.name;
  view.buildBoard(puzzle);
  listen();
  paintRows();
  if (game.status !== "playing") finish(false);
  else if (!storage.knowsRules()) showTutorial(storage.learnRules);
}

start().catch((error) => {
  const text = `The puzzle could not be loaded: ${error.message}`;
  document.querySelector("main").replaceChildren(view.element("p", { className: "failure" }, text));
});

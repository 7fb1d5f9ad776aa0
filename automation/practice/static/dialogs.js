// What lies over the page: toasts, the intro with its three steps, the settings, and the stats.

import { keepSettings, settings, summary } from "./storage.js";
import { byId, element } from "./view.js";

const TOAST_MS = 2600;
const STEPS = [
  ["intro", "intro-end-button"],
  ["tutorial-1", "tut-more-button-1"],
  ["tutorial-2", "tut-more-button-2"],
  ["tutorial-3", "tut-end-button"],
];
const SQUARES = ["⬛", "🟨", "🟩"];

/** A line at the top that goes by itself and never stands in the way of the mouse. */
export function toast(text, kind = "") {
  const line = element("div", { className: `toast ${kind}` }, text);
  byId("toasts").replaceChildren(line);
  setTimeout(() => line.remove(), TOAST_MS);
}

/**
 * Close a dialog by its button. A button that is gone keeps the focus until the next frame, and
 * Enter would go to it instead of the row: it gives the focus up itself.
 */
function closeBy(button, dialog) {
  byId(button).onclick = () => {
    byId(button).blur();
    byId(dialog).close();
  };
}

/** Intro, then three steps; `onEnd` is called when the last one is closed. */
export function showTutorial(onEnd) {
  STEPS.forEach(([id, button], step) => {
    const next = STEPS[step + 1];
    closeBy(button, id);
    byId(id).onclose = () => (next ? byId(next[0]).showModal() : onEnd());
  });
  byId(STEPS[0][0]).showModal();
}

export function showSettings() {
  for (const name of ["quick", "quiet"]) {
    const box = byId(`${name}-setting`);
    box.checked = settings()[name];
    box.onchange = () => keepSettings({ ...settings(), [name]: box.checked });
  }
  closeBy("settings-end-button", "settings");
  byId("settings").showModal();
}

export function shareText(game) {
  const count = game.status === "won" ? game.rows.length : "X";
  const lines = game.rows.map((row) => {
    const squares = row.colours.map((colour) => SQUARES[colour]);
    return `${squares.slice(0, 3).join("")} ${squares[3]} ${squares[4]}`;
  });
  return [`Pokle practice ${game.puzzle.name} ${count}/6`, ...lines].join("\n");
}

async function share(game) {
  const text = shareText(game);
  Object.assign(byId("share-text"), { textContent: text, hidden: false });
  try {
    await navigator.clipboard.writeText(text);
    byId("share-button").textContent = "Copied";
  } catch {
    byId("share-button").textContent = "Copy it from above"; // the clipboard may be closed to us
  }
}

function figure(value, label) {
  return element("div", {}, element("dd", {}, String(value)), element("dt", {}, label));
}

function bar(label, count, most, isNow) {
  const fill = element("span", { className: isNow ? "fill now" : "fill" }, String(count));
  fill.style.width = `${8 + (92 * count) / Math.max(most, 1)}%`;
  return element("li", {}, element("b", {}, label), element("span", { className: "track" }, fill));
}

function remaining() {
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const seconds = Math.max(0, Math.floor((midnight - now) / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** The line that ends a game. */
export function resultLine(game) {
  const guesses = game.rows.length;
  if (game.status === "won") return `You Won in ${guesses} Guess${guesses === 1 ? "" : "es"}!`;
  return `You Lost. The board was ${game.puzzle.board.join(" ")}`;
}

function distribution(results, place) {
  const most = Math.max(...results);
  return results.map((n, i) => bar(i < 6 ? String(i + 1) : "L", n, most, i === place));
}

/** The tally of all own games and of everybody's at this puzzle, with this game's bar marked. */
export function showStats(game, now, everybody, onAgain, onLearnt) {
  const { played, winPercent, average } = summary(now);
  const figures = [
    [played, "Played"],
    [`${winPercent}%`, "Wins"],
    [now.streak, "Streak"],
    [now.best, "Best streak"],
    [average, "Average"],
  ];
  byId("figures").replaceChildren(...figures.map(([value, label]) => figure(value, label)));
  const place = game.status === "won" ? game.rows.length - 1 : game.status === "lost" ? 6 : -1;
  byId("distribution").replaceChildren(...distribution(now.results, place));
  byId("global-distribution").replaceChildren(...distribution(everybody, place));
  byId("share-text").hidden = true;
  Object.assign(byId("share-button"), {
    textContent: "Share",
    disabled: game.status === "playing",
    onclick: () => share(game),
  });
  byId("again-button").onclick = onAgain;
  closeBy("stats-end-button", "stats");
  byId("examples-button").onclick = () => {
    byId("stats").close();
    showTutorial(onLearnt);
  };
  tick();
  if (!byId("stats").open) byId("stats").showModal();
}

function tick() {
  byId("countdown").textContent = remaining();
}

setInterval(tick, 1000);

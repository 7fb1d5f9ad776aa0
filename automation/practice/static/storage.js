// What the browser keeps: the running game (gameString), the tally, settings, and that the visitor
// knows the rules. A browser that refuses storage plays on without it.

const GAME = "gameString";
const TALLY = "statsString";
const KNOWN = "tutorialSeen";
const SETTINGS = "settingsString";

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may refuse: the game goes on, only unkept.
  }
}

export const keptGame = () => read(GAME);
export const keepGame = (game) => write(GAME, game);
export const knowsRules = () => read(KNOWN) === true;
export const learnRules = () => write(KNOWN, true);

/** `quick`: all colours at once; `quiet`: no reminders. */
export const settings = () => ({ quick: false, quiet: false, ...read(SETTINGS) });
export const keepSettings = (chosen) => write(SETTINGS, chosen);

const FRESH = { results: [0, 0, 0, 0, 0, 0, 0], streak: 0, best: 0, last: "" };

export function tally() {
  const kept = read(TALLY);
  return Array.isArray(kept?.results) && kept.results.length === 7 ? kept : structuredClone(FRESH);
}

export const isCounted = (id) => tally().last === id;

/** Count a finished game once: results[0..5] are wins in 1..6 guesses, results[6] losses. */
export function countGame(id, won, guesses) {
  const now = tally();
  if (now.last === id) return now;
  now.results[won ? guesses - 1 : 6] += 1;
  now.streak = won ? now.streak + 1 : 0;
  now.best = Math.max(now.best, now.streak);
  now.last = id;
  write(TALLY, now);
  return now;
}

/** Played, win share, average guesses of the games won. */
export function summary(now) {
  const wins = now.results.slice(0, 6);
  const won = wins.reduce((sum, n) => sum + n, 0);
  const played = won + now.results[6];
  const total = wins.reduce((sum, n, i) => sum + n * (i + 1), 0);
  return {
    played,
    winPercent: played ? Math.round((100 * won) / played) : 0,
    average: won ? (total / won).toFixed(2) : "–",
  };
}

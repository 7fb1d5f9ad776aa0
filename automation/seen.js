// What a person sees who looks for a game and finds none: dialogs, words, buttons, foreign frames.
() => {
  const roots = allRoots();
  const dialogs = roots.flatMap((root) => [...root.querySelectorAll(DIALOG)]);
  const shown = dialogs.filter((e) => isThere(e) && boxOf(e).width > 1);
  const foreign = roots.flatMap((root) => [...root.querySelectorAll("iframe, frame")])
    .filter((frame) => isThere(frame) && documentOf(frame) === null);
  return {
    dialogs: shown.slice(0, 2).map(described),
    page: described(document.body ?? document.documentElement),
    n_foreign: foreign.length,
  };
}

// Take the panel of the person's questions away; clicks go to the page again.
() => {
  const state = globalThis.cardTablePicker;
  if (!state) return;
  state.passed = true;
  state.host?.remove();
}

// Ask a person to click a part of the page: a panel with the question, frames round what is found
// already, and the answer once there is one. Clicks go to nobody else unless they are `passed`.
({ words, passed, found }) => {
  const state = (globalThis.cardTablePicker ??= { answer: null, passed: false });
  state.passed = passed;
  const step = (element) => {
    const parent = element.parentNode;
    const nth = parent ? [...parent.children].indexOf(element) + 1 : 1;
    return { nth, id: cut(element.id), tag: cut(element.localName) };
  };
  const path = (element) => {
    const steps = [];
    for (let each = element; each?.nodeType === Node.ELEMENT_NODE; each = each.parentNode)
      if (!/^(html|body)$/.test(each.localName)) steps.unshift(step(each));
    return steps.slice(-DEEPEST);
  };
  const answer = (event) => {
    const element = event.composedPath()[0];
    if (element?.nodeType === Node.ELEMENT_NODE) state.answer = { path: path(element) };
  };
  const take = (event) => {
    if (event.composedPath().includes(state.host)) return;
    const isKey = event.type === "keydown";
    const said = { F8: { done: true }, F9: { skipped: true } }[event.key];
    if (isKey && said) state.answer = said;
    if (isKey ? !said : state.passed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === "click") answer(event);
  };
  const events = ["pointerdown", "pointerup", "mousedown", "mouseup", "touchstart", "touchend", "click", "keydown"];
  for (const root of allRoots().filter((each) => each.nodeType === Node.DOCUMENT_NODE)) {
    if (root.cardTableListens) continue;
    root.cardTableListens = true;
    for (const name of events) root.addEventListener(name, take, { capture: true, passive: false });
  }
  if (!state.host?.isConnected) {
    state.host = document.createElement("aside");
    state.host.style.cssText = "position: fixed; inset: 0; z-index: 2147483647; pointer-events: none";
    state.inner = state.host.attachShadow({ mode: "closed" });
    document.documentElement.append(state.host);
  }
  const line = (tag, text, style) => {
    const made = document.createElement(tag);
    made.textContent = text;
    made.style.cssText = style;
    return made;
  };
  const panel = line("div", "", "position: fixed; right: 10px; top: 10px; width: 260px; padding: 12px; " +
    "border-radius: 8px; background: #10402a; color: #fff; font: 16px sans-serif; pointer-events: auto");
  panel.append(line("p", words, "margin: 0 0 10px"));
  for (const [text, said] of [["Skip", { skipped: true }], ["Done", { done: true }]]) {
    const button = line("button", text, "margin-right: 8px; font: inherit");
    button.onclick = () => (state.answer = said);
    panel.append(button);
  }
  const find = makeFinder([]);
  const frame = (element) => {
    const { x, y, width, height } = boxOf(element);
    return line("div", "", `position: fixed; left: ${x - 3}px; top: ${y - 3}px; width: ${width}px; ` +
      `height: ${height}px; border: 3px solid #3c9; pointer-events: none`);
  };
  state.inner.replaceChildren(...found.flatMap((place) => find(place).map(frame)), panel);
  const said = state.answer;
  state.answer = null;
  return said;
}

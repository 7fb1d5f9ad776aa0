// Draw a line of text over a corner of the page, where no click goes; nothing of the page changes.
([text]) => {
  const ID = "card-table-advice";
  if (document.getElementById(ID)?.textContent === text) return;
  document.getElementById(ID)?.remove();
  if (!text) return;
  const note = document.createElement("aside");
  note.id = ID;
  note.textContent = text;
  note.style.cssText =
    "position: fixed; left: 10px; top: 70px; max-width: 300px; white-space: pre-line; z-index: 99999; pointer-events: none; " +
    "padding: 8px 14px; border-radius: 8px; background: #10402a; color: #fff; " +
    "font: 18px sans-serif; box-shadow: 0 2px 10px #000a";
  document.documentElement.append(note);
}

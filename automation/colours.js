// What colours look like once they are painted: "rgb(r, g, b)" for each text, "" if it is not a colour.
(texts) => {
  const paint = makePainter();
  return Object.fromEntries(texts.map((text) => [text, paint(text)]));
}

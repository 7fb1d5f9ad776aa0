// The page as HTML that can be kept: what a person sees and how it is painted. No scripts, no
// handlers, no addresses but those of pictures, no storage; and never more than fits a small file.
() => {
  const MOST_NODES = 20000;
  const LONGEST_HTML = 1000000;
  const LONGEST_STYLE = 300000;
  const LEFT_OUT = "script, noscript, iframe, object, embed, link, meta, base, template, style";
  const KEPT = /^(id|class|style|role|type|index|active|suit|card-color|colspan|rowspan|open|hidden|disabled|alt|title|src|aria-[a-z]+|data-[a-z-]+|pardoned)$/;
  const VOID = /^(br|hr|img|input|wbr)$/;
  const escaped = (text) =>
    text.slice(0, 2000).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  let nodes = 0;
  let length = 0;
  const put = (text) => {
    length += text.length;
    return text;
  };
  const attributes = (element) =>
    [...element.attributes].filter(({ name, value }) => KEPT.test(name) && !/^\s*(javascript|data):/i.test(value))
      .map(({ name, value }) => ` ${name}="${escaped(value)}"`).join("");
  const written = (node) => {
    if (++nodes > MOST_NODES || length > LONGEST_HTML) return "";
    if (node.nodeType === Node.TEXT_NODE) return put(escaped(node.data));
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(LEFT_OUT)) return "";
    const tag = node.localName.replace(/[^a-z0-9-]/g, "");
    const begin = put(`<${tag}${attributes(node)}>`);
    if (VOID.test(tag)) return begin;
    return `${begin}${[...node.childNodes].map(written).join("")}</${tag}>`;
  };
  const rules = (sheet) => {
    try {
      return [...sheet.cssRules].slice(0, 3000).map((rule) => rule.cssText);
    } catch {
      return []; // a sheet of another site
    }
  };
  const style = [...document.styleSheets].flatMap(rules).join("\n").slice(0, LONGEST_STYLE);
  const plain = style.replace(/<|@import[^;]*;|url\(["']?https?:[^)]*\)/gi, "");
  const title = escaped(document.title.slice(0, 200));
  return `<!doctype html>\n<meta charset="utf-8">\n<title>${title}</title>\n<style>\n${plain}\n</style>\n${written(document.body)}\n`;
}

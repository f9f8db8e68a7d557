// Request number k of a document: the same size and shape with other content, so that nothing that remembers earlier results gains by it.
import fs from "node:fs";

const rotateWords = (text, k) => {
  const words = text.split(" ");
  const by = k % words.length;
  return [...words.slice(by), ...words.slice(0, by)].join(" ");
};
const rotateChars = (text, k) => {
  const by = k % text.length;
  return text.slice(by) + text.slice(0, by);
};

const PARAGRAPH = {
  prose: (p, k) => rotateWords(p, k * 5 + 1),
  cjk: (p, k) => rotateChars(p, k * 7 + 1),
  "arabic-devanagari": (p, k) => rotateWords(p, k * 5 + 1),
};

export const DOCUMENTS = [...Object.keys(PARAGRAPH), "labels"];

export function vary(doc, k) {
  const o = JSON.parse(fs.readFileSync(new URL(`data/${doc}.json`, import.meta.url), "utf8"));
  if (doc === "labels") {
    // other numbers, so other symbols
    for (const l of o.labels)
      l.tracking = l.tracking.slice(0, 2) + String((Number(l.tracking.slice(2)) + 7919 * k) % 1e15).padStart(15, "0");
    return o;
  }
  if (k > 0) for (const s of o.sections) s.paragraphs = s.paragraphs.map((p) => PARAGRAPH[doc](p, k));
  return o;
}

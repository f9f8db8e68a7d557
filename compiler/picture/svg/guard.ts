// An SVG file's text to its tokens, refused where it declares entities or reads other files.
import { PictureFault } from "../fault.js";
import { attributeOf, tokensOf, type Token } from "./tokens.js";

/** Characters of an SVG file. */
const MAX_LENGTH = 8 << 20;

const refuse = (reason: string): never => {
  throw new PictureFault("svg", reason);
};

/**
 * What must not reach the SVG reader: entities, and files outside.
 * @throws PictureFault
 */
export function guardSvg(text: string): readonly Token[] {
  if (text.length > MAX_LENGTH) refuse(`the SVG file has ${text.length} characters, at most ${MAX_LENGTH} are read`);
  const tokens = tokensOf(text);
  for (const { kind, text: tag, name, rest } of tokens) {
    if (kind !== "tag") continue;
    if (/<!ENTITY/i.test(tag)) refuse("the SVG file declares entities, which are not read");
    if (!["image", "feImage", "use", "tref"].includes(name)) continue;
    for (const key of ["href", "xlink:href"]) {
      const target = (attributeOf(rest, key) ?? "").trim();
      if (target !== "" && !target.startsWith("#") && !/^data:/i.test(target))
        refuse(`the SVG file's ${name} refers to ${JSON.stringify(target.slice(0, 60))}; nothing outside the file is read`);
    }
  }
  return tokens;
}

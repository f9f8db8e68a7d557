// Messages in words of the tools: they have neither commands nor options.
import { keysOf } from "../../base/lookup.js";
import { WAYS, type Way } from "../../compiler/help/ways.js";
import type { Finding } from "../errors/findings.js";

const TOOL_WAYS: Readonly<Record<Way, string>> = {
  pictures: '"source": {"kind": "base64", "format": "png", "payload": "…"}, or the name of one of the server\'s assets as "asset"',
  unknownAsset: 'give the picture itself: "source": {"kind": "base64", "format": "png", "payload": "…"}',
  fonts: "the fonts are those of the server",
  otherFonts: "the fonts are those of the server",
  template: "the tool render takes one as template_id, with data",
  templateRender: "the tool render, which takes a template as template_id, with data",
  brief: 'the tools take one as request: {"brief": {…}}',
  invoice: "the tool einvoice_write writes and judges it",
  readOnly: "read_only fills it",
  templateDiff: "it is named by template_id, with data",
  invoiceRender: "in the request of the tool render",
};
const REPLACED = keysOf(WAYS).map((way) => [WAYS[way], TOOL_WAYS[way]] as const);

const PICTURE_ITSELF = TOOL_WAYS.unknownAsset;

/** A message without commands, options and routes. @param pictures names that "asset" may have; undefined: unknown */
export function toolWords(message: string, pictures?: readonly string[]): string {
  const words = REPLACED.reduce((text, [way, by]) => text.replaceAll(way, by), message);
  if (!pictures || !words.includes(PICTURE_ITSELF)) return words;
  const known = pictures.length === 0 ? "no picture has a name here" : `the names of pictures are ${pictures.join(", ")}`;
  return words.replace(PICTURE_ITSELF, () => `${known}; or ${PICTURE_ITSELF}`);
}

/** Returns findings without commands, options and routes. */
export const inToolWords = (findings: readonly Finding[], pictures?: readonly string[]): readonly Finding[] =>
  findings.map((f) => ({ ...f, message: toolWords(f.message, pictures) }));

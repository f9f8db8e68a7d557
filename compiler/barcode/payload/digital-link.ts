// GS1 Digital Link: URI Syntax (MS-24).
import { messageOf } from "../../../base/error.js";
import type { BarcodeEncoder } from "../../core/world.js";
import { breaks, must, reasonOf, type Reason } from "../../help/reason.js";
import type { DigitalLinkPayload } from "../../request/types/payload.js";
import { contentReason } from "../encoder-words.js";
import { gs1Elements, gs1Input, gs1Shown, type Gs1Element } from "../gs1.js";
import { quoted, utf8, type PayloadFields } from "./fields.js";
import type { Kind, PayloadText } from "./kind.js";

/** Primary keys with their qualifiers, in the order of the path. */
const KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ["00", []],
  ["01", ["22", "10", "21", "235"]],
  ["253", []],
  ["255", []],
  ["401", []],
  ["402", []],
  ["414", ["254", "7040"]],
  ["415", ["8020"]],
  ["417", []],
  ["8003", []],
  ["8004", []],
  ["8006", ["22", "10", "21"]],
  ["8010", ["8011"]],
  ["8013", []],
  ["8017", ["8019"]],
  ["8018", ["8019"]],
]);
const DOMAIN = "https://id.gs1.org";
const GTIN: ReadonlySet<string> = new Set(["01", "02"]);

function encode(p: DigitalLinkPayload, f: PayloadFields, encoder: BarcodeEncoder): PayloadText {
  const domain = domainOf(p, f);
  const given = f.text(["elements"], p.elements, { needed: true });
  const elements = given === "" ? [] : elementsOf(given);
  if ("text" in elements) {
    f.refuse(["elements"], elements);
    return { text: "" };
  }
  const keys = elements.filter(({ ai }) => KEYS.has(ai));
  const [key] = keys;
  const fault = given === "" ? null : faultOf(elements, keys, encoder);
  if (fault) f.refuse(["elements"], fault);
  if (!key) return { text: "" };
  const qualifiers = KEYS.get(key.ai)!.flatMap((ai) => elements.filter((e) => e.ai === ai));
  const others = elements.filter((e) => e !== key && !qualifiers.includes(e));
  const path = [key, ...qualifiers].map(({ ai, value }) => `/${ai}/${escaped(value)}`).join("");
  const query = others.map(({ ai, value }) => `${ai}=${escaped(value)}`).join("&");
  const text = `${domain}${path}${query === "" ? "" : `?${query}`}`;
  return { text, encoding: { bytes: utf8(text) } };
}

/** GTINs of 8, 12 and 13 digits with zeros before them. */
function elementsOf(given: string): readonly Gs1Element[] | Reason {
  const elements = gs1Elements(given);
  if ("text" in elements) return elements;
  return elements.map((e) => (GTIN.has(e.ai) && /^(?:\d{8}|\d{12,13})$/.test(e.value) ? { ...e, value: e.value.padStart(14, "0") } : e));
}

function faultOf(elements: readonly Gs1Element[], keys: readonly Gs1Element[], encoder: BarcodeEncoder): Reason | null {
  if (keys.length !== 1) {
    const found = keys.length === 0 ? "none" : keys.map(({ ai }) => `(${ai})`).join(" and ");
    return breaks(`a Digital Link has exactly one primary key of ${[...KEYS.keys()].map((ai) => `(${ai})`).join(" ")}`, found);
  }
  const repeated = elements.find(({ ai }, i) => elements.findIndex((e) => e.ai === ai) !== i);
  if (repeated) return breaks("each identifier occurs once", `(${repeated.ai}) twice`);
  const { text, parse } = gs1Input(elements);
  try {
    encoder.raw({ bcid: "gs1datamatrix", text, ...(parse && { parse }) });
    return null;
  } catch (e) {
    const [, rule, sentence] = /^(?:bwipp|bwip-js)\.(\w+)(?:#\d+)?:\s*(.*)$/s.exec(messageOf(e)) ?? [];
    if (rule === undefined) throw e;
    // values and pairs are checked before the symbol, which is not drawn
    if (!rule.startsWith("GS1")) return null;
    return reasonOf(contentReason(rule, sentence!, { bcid: "gs1datamatrix", text, options: {}, shown: gs1Shown(elements) }));
  }
}

function domainOf({ domain = DOMAIN }: DigitalLinkPayload, f: PayloadFields): string {
  const given = f.text(["domain"], domain) || DOMAIN;
  if (/^https?:\/\/[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?(?:\/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?$/.test(given))
    return given.replace(/\/+$/, "");
  f.refuse(["domain"], must("a URL of http or https with a host and an optional path, without a query", quoted(given)));
  return "";
}

/** Escapes all but letters, digits and `-._~`. */
const escaped = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

function keyShown({ elements }: DigitalLinkPayload): string {
  const read = elementsOf(elements);
  const key = "text" in read ? undefined : read.find(({ ai }) => KEYS.has(ai));
  return key ? `(${key.ai}) ${key.value}` : "";
}

export const DIGITAL_LINK: Kind<DigitalLinkPayload> = {
  encode,
  summary: (p) => ({ title: "gs1_digital_link", reference: keyShown(p) }),
  formats: ["qrcode", "datamatrix"],
};

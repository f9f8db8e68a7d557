// Kinds of payloads, and what a payload stands for (MS-1 to MS-11).
import { lookup, memberOf } from "../../../base/lookup.js";
import type { BarcodeEncoder } from "../../core/world.js";
import { must, mustFew, type Reason } from "../../help/reason.js";
import { barcodeSize } from "../../request/symbol-size.js";
import type { BarcodePayload } from "../../request/types/payload.js";
import type { BarcodeContent, BarcodeOptions } from "../../request/types/shape.js";
import { formatNameOf } from "../formats.js";
import type { SymbolContent } from "../symbol.js";
import { DIGITAL_LINK } from "./digital-link.js";
import { EPC } from "./epc.js";
import { PayloadFields, type FieldPath, type PayloadFault } from "./fields.js";
import type { Captions, Kind, PayloadText } from "./kind.js";
import { KSEF, ksefToSign } from "./ksef.js";
import { SPAYD } from "./spayd.js";
import { SWISS_QR } from "./swiss-qr.js";
import { UPN } from "./upn.js";
import { VERIFACTU } from "./verifactu.js";
import { described } from "./words.js";
import { ZATCA } from "./zatca.js";

/** Exhaustive: a new kind fails to compile without its row. */
const KINDS: { readonly [K in BarcodePayload["kind"]]: Kind<Extract<BarcodePayload, { kind: K }>> } = {
  epc: EPC,
  swiss_qr: SWISS_QR,
  spayd: SPAYD,
  upn: UPN,
  zatca: ZATCA,
  ksef: KSEF,
  verifactu: VERIFACTU,
  gs1_digital_link: DIGITAL_LINK,
};

const kindOf = (p: BarcodePayload): Kind<BarcodePayload> => lookup<Kind<never>>(KINDS, p.kind) as unknown as Kind<BarcodePayload>;

/** Returns the formats of a payload; without declared ones, a QR code. */
const formatsOf = ({ formats = ["qrcode"] }: Kind<BarcodePayload>): readonly string[] => formats;

/** A barcode whose payload is encoded. */
export interface ResolvedBarcode {
  /** equal objects for one element, as symbols are retained by it */
  readonly content: SymbolContent;
  /** paths are below the barcode; the content counts only without faults */
  readonly faults: readonly PayloadFault[];
  readonly captions: Captions | null;
  readonly cross: boolean;
  readonly hasPayload: boolean;
}

const resolved = new WeakMap<BarcodeContent, ResolvedBarcode>();

/** A barcode with content is unchanged. */
export function resolvedBarcode(el: BarcodeContent, encoder: () => BarcodeEncoder): ResolvedBarcode {
  let made = resolved.get(el);
  if (!made) resolved.set(el, (made = el.payload ? resolve(el, el.payload, encoder()) : withContent(el)));
  return made;
}

const withContent = (el: Extract<BarcodeContent, { content: string }>): ResolvedBarcode => ({
  content: el,
  faults: [],
  captions: null,
  cross: false,
  hasPayload: false,
});

function resolve(el: BarcodeContent, payload: BarcodePayload, encoder: BarcodeEncoder): ResolvedBarcode {
  const kind = kindOf(payload);
  const fields = new PayloadFields();
  const { text, encoding } = kind.encode(payload, fields, encoder);
  const faults: PayloadFault[] = fields.faults.map((fault) => ({ ...fault, path: ["payload", ...fault.path] }));
  const refuse = (path: FieldPath, reason: Reason): void => void faults.push({ path, code: "API-002", rule: "payload-barcode", reason });
  const format = formatNameOf(el.format ?? "qrcode") ?? "";
  const isQr = format === "qrcode";
  if (!formatsOf(kind).includes(format)) refuse(["format"], must(`${formatsOf(kind).join(" or ")}, or absent`, JSON.stringify(el.format)));
  const { width, height } = barcodeSize(el);
  for (const [side, value] of Object.entries({ width, height })) {
    const [from, to] = kind.sides ?? [0, Infinity];
    if (memberOf(el, side) !== undefined && (value < from || value > to)) refuse([side], must(`from ${from} to ${to} mm`, String(value)));
  }
  checkOptions(el.options ?? {}, kind, isQr, refuse);
  if (el.barcode_text) refuse(["barcode_text"], must("absent: a payload has its own text", "an object"));
  if (kind.cross && el.style?.color !== undefined && el.style.color.toLowerCase() !== BLACK)
    refuse(["style", "color"], must(`${BLACK}, as a Swiss QR code is black`, JSON.stringify(el.style.color)));
  const options = isQr ? { ...el.options, ...rowOptions(kind) } : (el.options ?? {});
  return {
    content: { format, content: text, width, height, options, ...(isQr && encoding && { encoding }) },
    faults,
    captions: kind.captions?.(payload) ?? null,
    cross: kind.cross === true,
    hasPayload: true,
  };
}

const BLACK = "#000000";
const LEVEL = "M";

const rowOptions = ({ version }: Kind<BarcodePayload>): BarcodeOptions => ({
  error_correction: LEVEL,
  ...(version !== undefined && { version }),
});

const OPTIONS: readonly string[] = ["module_width", "dpi", "mask", "quiet_zone"] satisfies readonly (keyof BarcodeOptions)[];

function checkOptions(
  options: BarcodeOptions,
  kind: Kind<BarcodePayload>,
  isQr: boolean,
  refuse: (path: FieldPath, reason: Reason) => void,
): void {
  const fixed = new Map<string, unknown>(isQr ? Object.entries(rowOptions(kind)) : []);
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined || OPTIONS.includes(option)) continue;
    const found = JSON.stringify(value);
    if (fixed.has(option)) {
      const allowed = JSON.stringify(fixed.get(option));
      if (value !== fixed.get(option)) refuse(["options", option], must(`${allowed}, as the standard has it, or absent`, found));
    } else if (option === "version")
      refuse(["options", option], must("absent: the symbol has the smallest version that holds the data", found));
    else refuse(["options", option], mustFew(OPTIONS, option));
  }
}

/** Returns the alternative text of a barcode: its own, or that of the payload. */
export const altOf = ({ alt, payload }: BarcodeContent, language: string): string | undefined =>
  alt ?? (payload && described(kindOf(payload).summary(payload), language));

/** String of a payload with what its symbol has. */
interface EncodedPayload extends PayloadText {
  readonly faults: readonly PayloadFault[];
  readonly format: string;
  readonly options: BarcodeOptions;
}

/** Paths of faults are below the payload. */
export function encodedPayload(payload: BarcodePayload, encoder: BarcodeEncoder): EncodedPayload {
  const kind = kindOf(payload);
  const fields = new PayloadFields();
  const made = kind.encode(payload, fields, encoder);
  return { ...made, faults: fields.faults, format: formatsOf(kind)[0]!, options: rowOptions(kind) };
}

/** Text that the caller signs for a KSeF code II (MS-20). */
export function payloadToSign(payload: BarcodePayload): { readonly text: string; readonly faults: readonly PayloadFault[] } {
  const fields = new PayloadFields();
  if (payload.kind === "ksef") return { text: ksefToSign(payload, fields), faults: fields.faults };
  fields.refuse(["kind"], must('"ksef", whose code certificate is signed', JSON.stringify(payload.kind)));
  return { text: "", faults: fields.faults };
}

/** Content of a payload of a kind whose string needs no encoder of symbols. */
export const encodedAlone = (payload: Exclude<BarcodePayload, { kind: "gs1_digital_link" }>): EncodedPayload =>
  encodedPayload(payload, NO_ENCODER);

const unused = (): never => {
  throw new Error("only GS1 identifiers need an encoder");
};
const NO_ENCODER: BarcodeEncoder = { raw: unused, render: unused };

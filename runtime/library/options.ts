import { isObject, isWhole } from "../../base/json.js";
import type { Algorithms, CscAccess, GivenSigner, KeyFiles, Signer } from "../signatures/core/given.js";
import { CONTRACT_LIMITS, LEAST_LIMIT, MOST_LIMIT, type Limits } from "../../compiler/core/limits.js";
import { formatFound } from "../../compiler/core/fail.js";
import { DiffOptionError, parseDiffOptions, type GivenDiffOptions, type IgnoredArea, type Kind } from "../../compare/diff/options.js";
import { nearest } from "../../compiler/help/nearest.js";
import { isBytes } from "../../compiler/request/sent-body.js";
import { PROFILES as DOCUMENT_PROFILES } from "../../compiler/request/profile.js";
import { LAST_SECOND } from "../core/epoch.js";
import type { InspectPolicy } from "../../compiler/einvoice/inspect/policy.js";
import type { Language } from "../../compiler/einvoice/show/labels/table.js";
import type { Profile, RuleSet, Standard } from "../../compiler/einvoice/xml/guideline.js";
import type { SignatureRequest, Tsa } from "../signatures/core/options.js";
import type { WriteProfile } from "../../compiler/einvoice/model/room.js";

/** Progress of a call: the phases in this order, each at least once. */
export interface Progress {
  readonly phase: "check" | "layout" | "write";
  /** page just written, from 1 */
  readonly page?: number;
  /** pages of the document */
  readonly pages?: number;
}

/** Options of every function; absent ones have the command line's defaults. */
export interface Options {
  /** a folder with further fonts */
  readonly fontDir?: string;
  /** a folder with pictures: an asset's key is its file name */
  readonly assetDir?: string;
  /** pictures by key; they precede those of `assetDir` */
  readonly assets?: Readonly<Record<string, Uint8Array>>;
  /** pages a document may have, 10,000 where absent */
  readonly maxPages?: number;
  /** bounds of a request in place of the contract's: the names of `PLATEN_LIMIT_*` in lower case, such as `{ flow_nodes: 5000 }` */
  readonly limits?: Partial<Limits>;
  /** also finds probable mistakes */
  readonly warnings?: boolean;
  /** time of the document in seconds of Unix time; absent: the environment's `SOURCE_DATE_EPOCH`, else the clock's */
  readonly sourceDateEpoch?: number;
  /** signers that `settings.signatures` may name */
  readonly signers?: Readonly<Record<string, GivenSigner>>;
  /** aborts the call, which rejects with the signal's reason */
  readonly signal?: AbortSignal;
  /** receives the progress; its exception rejects the call */
  readonly onProgress?: (progress: Progress) => void;
}

/** Options of `svg`. */
export interface SvgOptions extends Options {
  /** `"1"`, `"2-4"`, `"5-"`, separated by commas; in the order written; all pages where absent */
  readonly pages?: string;
}

/** Options of `png`. */
export interface PngOptions extends SvgOptions {
  /** pixels per inch, 18 to 1200, 144 where absent */
  readonly dpi?: number;
}

/** Options of `symbolText`. */
export interface SymbolOptions extends Options {
  /** the text that a KSeF code II has to sign, in place of the encoded one */
  readonly sign?: boolean;
}

/** Options of `validateEInvoice`. */
export interface ValidateOptions extends Options {
  /** instead of the one that the invoice's guideline identifier (BT-24) names */
  readonly profile?: Profile;
  /** further rules; `peppol` is of UBL */
  readonly ruleSets?: readonly RuleSet[];
}

/** Options of `inspectEInvoice`. */
export interface InspectOptions extends Options {
  /** name of the file in the report */
  readonly name?: string;
  /** language of the answer; default: the seller's */
  readonly language?: Language;
  /** further rules; `peppol` is of UBL */
  readonly ruleSets?: readonly RuleSet[];
  /** law, effects of rules, today, own and known numbers */
  readonly policy?: InspectPolicy;
}

/** Options of `writeEInvoice`. */
export interface WriteEInvoiceOptions extends Options {
  readonly syntax: "cii" | "ubl";
  /** default: that of the specification identifier (BT-24), else en16931 */
  readonly profile?: WriteProfile;
  /** `allow` leaves out terms without a place in the profile, with a warning each. @default "refuse" */
  readonly profileLoss?: "refuse" | "allow";
  /** `basic` writes an invoice that business rules refuse, too. @default "strict" */
  readonly level?: "basic" | "strict";
  /** Further rules at the level `strict`: `peppol` (UBL only), `fr_ctc`. */
  readonly ruleSets?: readonly RuleSet[];
}

/** Options of `merge`. */
export interface MergeOptions extends Options {
  /** a standard that the PDF conforms to, as `settings.profile` */
  readonly profile?: string;
}

/** Options of `fillForm`. */
export interface FillOptions extends Options {
  /** makes looks content of the pages; the file has no form then, and is written anew */
  readonly flatten?: boolean;
  /** fills in read-only fields too */
  readonly read_only?: boolean;
}

/** Options of `attachEInvoice`. */
export interface AttachOptions extends Options {
  /** in place of that of the guideline identifier (BT-24) */
  readonly standard?: Standard;
  /** in place of that of the guideline identifier (BT-24) */
  readonly profile?: Profile;
  /** rules that the XML is held to, `basic` where absent */
  readonly level?: "basic" | "strict";
}

/** Options of `showEInvoice`. */
export interface ShowOptions extends Options {
  /** of the labels, `en` where absent */
  readonly language?: Language;
  /** PDF/A-3b in addition, with the XML inside; data is written as CII */
  readonly attach?: boolean;
}

/** Options of `diff`. */
export interface DiffDocumentOptions extends Options {
  /** mm by which places and sizes may differ, 0 to 10, 0.05 where absent */
  readonly tolerance?: number;
  /** kinds of differences that count; all where absent */
  readonly only?: readonly Kind[];
  /** kinds of differences that do not count */
  readonly ignore?: readonly Kind[];
  /** areas whose contents do not count */
  readonly ignoreAreas?: readonly IgnoredArea[];
  /** compares dates and producer, too */
  readonly metadata?: boolean;
  /** differences that are listed, 1 to 100,000, 1,000 where absent */
  readonly limit?: number;
  /** also draws the pages that differ; pixels per inch 18 to 300, 96 where absent */
  readonly pictures?: boolean | { readonly dpi?: number };
}

/** Options of a pool's `renderMany`: those of each record, and of the input. */
export interface PoolManyOptions extends Options {
  /** a standard that the PDFs conform to, instead of `settings.profile` */
  readonly profile?: string;
  /** records that are read beyond the one whose result is awaited: 1 on the calling thread, 2 per process where absent */
  readonly ahead?: number;
}

/** Options of `renderMany`. */
export interface ManyOptions extends PoolManyOptions {
  /** processes that render; 0, where absent: the calling thread */
  readonly workers?: number;
}

/** Options of `sign`. */
export interface SignOptions
  extends SignatureRequest, Algorithms, Pick<Options, "fontDir" | "assetDir" | "limits" | "sourceDateEpoch" | "signal"> {
  /** key files, a remote signer by the CSC API v2, or a hook for a key that stays elsewhere */
  readonly signer: KeyFiles | Signer | { readonly csc: CscAccess };
  /** authority of time stamps, for levels above `b-b` */
  readonly tsa?: Tsa;
  /** root certificates for `b-lt` and `b-lta`, in PEM or DER */
  readonly trust?: readonly (string | Uint8Array)[];
  /** OCSP answers, CRLs and certificates, used before the network */
  readonly revocation?: readonly (string | Uint8Array)[];
}

/** Options of `verify`. */
export interface VerifyOptions extends Pick<Options, "limits" | "signal"> {
  /** certificates that are trusted, in PEM or DER; without any, trust is unknown */
  readonly trust?: readonly (string | Uint8Array)[];
  /** OCSP answers, CRLs and certificates, in PEM or DER */
  readonly revocation?: readonly (string | Uint8Array)[];
  /** time of the judgement, now where absent: a date, or ISO 8601 */
  readonly at?: Date | string;
  /** asks the addresses of the certificates whether they were revoked */
  readonly online?: boolean;
}

/** Options of `createPool`: those of each call, and the pool's bounds. */
export interface PoolOptions extends Options {
  /** processes, one per core where absent */
  readonly workers?: number;
  /** calls that may wait, 64 per process where absent; 0: none waits */
  readonly queue?: number;
  /** time of one call in its process, 60,000 where absent */
  readonly timeoutMs?: number;
  /** memory of one process, 1,024 where absent */
  readonly memoryMb?: number;
  /** idle processes render documents of all kinds, so that later ones are fast */
  readonly warmUp?: boolean;
}

/** bounds of timers and processes */
const MOST_MS = 2 ** 31 - 1;
const MOST_WORKERS = 1024;

/** Fault after the value's name; null if allowed. */
type Check = (value: unknown) => string | null;
export type Checks = Readonly<Record<string, Check>>;

export const check =
  (allowed: string, holds: (value: unknown) => boolean): Check =>
  (value) =>
    holds(value) ? null : `: must be ${allowed}; found ${formatFound(value)}`;
const whole = (least: number, most: number): Check => check(`a whole number from ${least} to ${most}`, (v) => isWhole(v, least, most));
export const flag = check("true or false", (v) => typeof v === "boolean");
const folder = check("the path of a folder", (v) => typeof v === "string" && v !== "");
/** A Map has no keys that are read. */
const isPlainObject = (v: unknown): v is object => isObject(v) && !(v instanceof Map || v instanceof Set);
const nested =
  (names: readonly string[], each: Check): Check =>
  (value) => {
    if (!isPlainObject(value)) return `: must be an object; found ${formatFound(value)}`;
    for (const [name, inner] of Object.entries(value)) {
      if (inner === undefined) continue;
      const fault = names.includes(name) ? each(inner) : unknownName(name, names);
      if (fault !== null) return `.${name}${fault}`;
    }
    return null;
  };
const oneOf = (...words: readonly string[]): Check =>
  check(words.map((word) => JSON.stringify(word)).join(" or "), (v) => typeof v === "string" && words.includes(v));
const COMMON: Checks = {
  fontDir: folder,
  assetDir: folder,
  assets: check("an object of Uint8Array values", (v) => isPlainObject(v) && Object.values(v).every(isBytes)),
  maxPages: whole(1, 1_000_000),
  limits: nested(Object.keys(CONTRACT_LIMITS), whole(LEAST_LIMIT, MOST_LIMIT)),
  warnings: flag,
  sourceDateEpoch: whole(0, LAST_SECOND),
  signers: check("an object of signers", (v) => isPlainObject(v) && Object.values(v).every(isPlainObject)),
  signal: check("an AbortSignal", (v) => typeof v === "object" && v !== null && "aborted" in v && "addEventListener" in v),
  onProgress: check("a function", (v) => typeof v === "function"),
};
const ITEM = String.raw`[1-9]\d{0,8}(?:\s*-(?:\s*[1-9]\d{0,8})?)?`;
const RANGES = new RegExp(String.raw`^\s*${ITEM}\s*(?:,\s*${ITEM}\s*)*$`);
const PAGES = { pages: check('page numbers such as "1-3,5"', (v) => typeof v === "string" && RANGES.test(v)) };
const DPI = { dpi: check("a number from 18 to 1200", (v) => typeof v === "number" && v >= 18 && v <= 1200) };
/** a table, so that a new profile must be added; rules load with the first invoice */
const IS_PROFILE: Readonly<Record<Profile, true>> = {
  minimum: true,
  basic_wl: true,
  basic: true,
  en16931: true,
  extended: true,
  extended_ctc_fr: true,
  xrechnung: true,
};
const PROFILES = Object.keys(IS_PROFILE);
const IS_STANDARD: Readonly<Record<Standard, true>> = { factur_x: true, zugferd: true, xrechnung: true };
const STANDARDS = Object.keys(IS_STANDARD);
const RULES = {
  ruleSets: check("a list of peppol and fr_ctc", (v) => Array.isArray(v) && v.every((s) => s === "peppol" || s === "fr_ctc")),
};
const PROFILE = { profile: check(`one of ${PROFILES.join(", ")}`, (v) => typeof v === "string" && PROFILES.includes(v)) };

/** a table, so that a new language must be added; words load with the first invoice */
const IS_LANGUAGE: Readonly<Record<Language, true>> = { de: true, en: true, fr: true, es: true, it: true, nl: true, pl: true };
const LANGUAGES = Object.keys(IS_LANGUAGE);
const LANGUAGE = { language: check(`one of ${LANGUAGES.join(", ")}`, (v) => typeof v === "string" && LANGUAGES.includes(v)) };

const TEXT = check("a text", (v) => typeof v === "string");
const FILES = check(
  "a list of Uint8Array values or texts",
  (v) => Array.isArray(v) && v.every((file) => typeof file === "string" || isBytes(file)),
);

const MANY = {
  ...COMMON,
  profile: check(`one of ${DOCUMENT_PROFILES.join(", ")}`, (v) => typeof v === "string" && DOCUMENT_PROFILES.includes(v)),
  ahead: whole(0, 1_000_000),
};

/** As the comparison itself reads it. */
const ofComparison =
  (option: keyof GivenDiffOptions): Check =>
  (value) => {
    try {
      parseDiffOptions({ [option]: value });
      return null;
    } catch (e) {
      if (!(e instanceof DiffOptionError)) throw e;
      return e.message.slice(option.length);
    }
  };
const isDiffDpi = (v: unknown): boolean => v === undefined || (typeof v === "number" && v >= 18 && v <= 300);

export const OPTIONS = {
  render: COMMON,
  renderTemplate: COMMON,
  renderBrief: COMMON,
  renderEInvoice: COMMON,
  check: COMMON,
  checkAccessibility: COMMON,
  compile: COMMON,
  text: COMMON,
  preview: COMMON,
  svg: { ...COMMON, ...PAGES },
  png: { ...COMMON, ...PAGES, ...DPI },
  validateEInvoice: { ...COMMON, ...PROFILE, ...RULES },
  readEInvoice: COMMON,
  // policyOf tells what a policy has
  inspectEInvoice: {
    ...COMMON,
    ...RULES,
    ...LANGUAGE,
    name: check("a string", (v) => typeof v === "string"),
    policy: check("an object", isPlainObject),
  },
  readForm: COMMON,
  fillForm: { ...COMMON, flatten: flag, read_only: flag },
  sign: {
    fontDir: folder,
    assetDir: folder,
    limits: COMMON["limits"]!,
    sourceDateEpoch: COMMON["sourceDateEpoch"]!,
    signal: COMMON["signal"]!,
    signer: check(
      "key files, a remote signer or a hook",
      (v) => typeof v === "object" && v !== null && ["pkcs12", "key", "csc", "sign"].some((name) => name in v),
    ),
    level: oneOf("b-b", "b-t", "b-lt", "b-lta"),
    field: TEXT,
    page: whole(1, 1_000_000),
    box: nested(
      ["left", "top", "width", "height"],
      check("a number of at least 0", (v) => typeof v === "number" && v >= 0 && v < 1e6),
    ),
    reason: TEXT,
    location: TEXT,
    contact: TEXT,
    certify: oneOf("no_changes", "fill_forms", "annotate"),
    appearance: check("an object of text and image", isPlainObject),
    digest: oneOf("sha256", "sha384", "sha512"),
    pss: flag,
    tsa: nested(["url", "access"], TEXT),
    trust: FILES,
    revocation: FILES,
  },
  verify: {
    limits: COMMON["limits"]!,
    signal: COMMON["signal"]!,
    trust: FILES,
    revocation: FILES,
    at: check("a date, or a time in ISO 8601", (v) => (v instanceof Date || typeof v === "string") && !Number.isNaN(new Date(v).getTime())),
    online: flag,
  },
  writeEInvoice: {
    ...COMMON,
    ...RULES,
    syntax: oneOf("cii", "ubl"),
    // writeModel tells which profiles a syntax has
    profile: check("the name of a profile", (v) => typeof v === "string"),
    profileLoss: oneOf("refuse", "allow"),
    level: oneOf("basic", "strict"),
  },
  merge: { ...COMMON, profile: check("the name of a profile", (v) => typeof v === "string") },
  attachEInvoice: {
    ...COMMON,
    ...PROFILE,
    standard: check(`one of ${STANDARDS.join(", ")}`, (v) => typeof v === "string" && STANDARDS.includes(v)),
    level: oneOf("basic", "strict"),
  },
  showEInvoice: {
    ...COMMON,
    ...LANGUAGE,
    attach: flag,
  },
  symbolText: { ...COMMON, sign: flag },
  diff: {
    ...COMMON,
    tolerance: ofComparison("tolerance"),
    only: ofComparison("only"),
    ignore: ofComparison("ignore"),
    ignoreAreas: ofComparison("ignoreAreas"),
    metadata: ofComparison("metadata"),
    limit: ofComparison("limit"),
    pictures: check(
      "true, false or an object with dpi from 18 to 300",
      (v) => typeof v === "boolean" || (isPlainObject(v) && Object.entries(v).every(([name, dpi]) => name === "dpi" && isDiffDpi(dpi))),
    ),
  },
  createPool: {
    ...COMMON,
    workers: whole(1, MOST_WORKERS),
    queue: whole(0, 1_000_000),
    timeoutMs: whole(1, MOST_MS),
    memoryMb: whole(256, 1_048_576),
    warmUp: flag,
  },
  renderMany: { ...MANY, workers: whole(0, MOST_WORKERS) },
  poolRenderMany: MANY,
  close: { graceMs: whole(0, MOST_MS) },
} as const satisfies Record<string, Readonly<Record<string, Check>>>;

/** @throws TypeError for the first unknown or impossible option, naming it */
export const checkOptions = (of: keyof typeof OPTIONS, given: unknown): void => checkGiven(OPTIONS[of], given);

export function checkGiven(checks: Checks, given: unknown): void {
  if (given === undefined) return;
  if (!isObject(given)) throw new TypeError(`options: must be an object; found ${formatFound(given)}`);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(checks, name)) throw new TypeError(`${name}${unknownName(name, Object.keys(checks))}`);
    const fault = checks[name]!(value);
    if (fault !== null) throw new TypeError(`${name}${fault}`);
  }
}

function unknownName(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  const meant = near === undefined ? "" : ` did you mean ${JSON.stringify(near)}?`;
  return `: there is no such option;${meant} allowed are ${names.join(", ")}`;
}

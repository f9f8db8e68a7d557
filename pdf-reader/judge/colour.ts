// Rules on colour spaces (ISO 19005-2, 6.2.4).
import { lookup } from "../../base/lookup.js";
import { latin } from "../lexer.js";
import { integerOf, isArray, isDict, nameOf } from "../objects.js";
import { PdfName, PdfRef, PdfStream, PdfString, type PdfDict, type PdfFile, type PdfObject } from "../types.js";
import type { Rules } from "./rules.js";

const DEVICE: Readonly<Record<string, string>> = {
  G: "DeviceGray",
  RGB: "DeviceRGB",
  CMYK: "DeviceCMYK",
  CalCMYK: "DeviceCMYK",
  I: "Indexed",
};
const PROCESS: ReadonlySet<string> = new Set(["Cyan", "Magenta", "Yellow", "Black", "None", "All"]);
const DEEPEST = 16;
const CLASSES: ReadonlySet<string> = new Set(["prtr", "mntr", "scnr", "spac"]);
const COMPONENTS: Readonly<Record<string, number>> = { GRAY: 1, "RGB ": 3, "Lab ": 3, CMYK: 4 };

/** Of the first output intent for PDF/A, or else for another standard. */
interface OutputProfile {
  readonly stream: PdfStream;
  readonly ref: PdfRef | null;
  readonly components: 1 | 3 | 4;
}

/** Returns the profile of device colours; null if unreadable. */
export function outputProfile(file: PdfFile): OutputProfile | null {
  const intents = file.get(file.catalog.get("OutputIntents"));
  const all = (isArray(intents) ? intents : []).map(file.get).filter(isDict);
  const isPdfa = (d: PdfDict): boolean => nameOf(file.get(d.get("S"))) === "GTS_PDFA1";
  for (const intent of [...all.filter(isPdfa), ...all.filter((d) => !isPdfa(d))]) {
    const given = intent.get("DestOutputProfile");
    const stream = file.get(given);
    if (!(stream instanceof PdfStream)) continue;
    const header = iccHeader(file, stream);
    const components = header ? lookup(COMPONENTS, header.space) : undefined;
    if (components === 1 || components === 3 || components === 4)
      return { stream, ref: given instanceof PdfRef ? given : null, components };
  }
  return null;
}

interface IccHeader {
  readonly version: number;
  readonly kind: string;
  readonly space: string;
}

function iccHeader(file: PdfFile, stream: PdfStream): IccHeader | null {
  const { bytes } = file.decode(stream);
  if (bytes.length < 128 || latin(bytes, 36, 40) !== "acsp") return null;
  return { version: bytes[8]! + (bytes[9]! >> 4) / 10, kind: latin(bytes, 12, 16), space: latin(bytes, 16, 20) };
}

export interface Space {
  readonly kind: "device" | "icc" | "icc-cmyk" | "other";
}
const DEVICE_SPACE: Space = { kind: "device" };
const OTHER: Space = { kind: "other" };

export class ColourJudge {
  readonly #known = new Map<number, Space>();
  /** of arrays, which pages share; loops end */
  readonly #arrays = new Map<readonly PdfObject[], Space>();
  readonly #profiles = new Map<PdfStream, IccHeader | null>();
  readonly #spots = new Map<string, string>();
  readonly #output: OutputProfile | null;

  constructor(
    readonly file: PdfFile,
    readonly rules: Rules,
  ) {
    this.#output = outputProfile(file);
    if (this.#output) this.#icc(this.#output.stream, this.#output.components, true);
  }

  /** @throws Broken */
  space(object: PdfObject | undefined, resources: PdfDict, depth = 0): Space {
    if (object instanceof PdfRef) {
      const found = this.file.get(object);
      if (found === null) return OTHER;
      const known = this.#known.get(object.num);
      if (known) return known;
      const judged = this.#space(found, resources, depth);
      this.#known.set(object.num, judged);
      return judged;
    }
    return this.#space(object ?? null, resources, depth);
  }

  #space(object: PdfObject, resources: PdfDict, depth: number): Space {
    if (depth > DEEPEST) return OTHER;
    if (object instanceof PdfName) return this.#named(object.value, resources, depth);
    if (!isArray(object)) return OTHER;
    const known = this.#arrays.get(object);
    if (known) return known;
    this.#arrays.set(object, OTHER);
    const judged = this.#array(object, resources, depth);
    this.#arrays.set(object, judged);
    return judged;
  }

  #array(object: readonly PdfObject[], resources: PdfDict, depth: number): Space {
    const kind = nameOf(this.file.get(object[0])) ?? "";
    const inner = (at: number): Space => this.space(object[at], resources, depth + 1);
    switch (lookup(DEVICE, kind) ?? kind) {
      case "ICCBased": {
        const stream = this.file.get(object[1]);
        if (!(stream instanceof PdfStream)) return OTHER;
        const components = integerOf(this.file.get(stream.dict.get("N")));
        this.#icc(stream, components, false);
        return { kind: components === 4 ? "icc-cmyk" : "icc" };
      }
      case "Indexed":
        return inner(1);
      case "Pattern":
        if (object.length > 1) inner(1);
        return OTHER;
      case "Separation":
        this.#spot(nameOf(this.file.get(object[1])) ?? "", object);
        inner(2);
        return OTHER;
      case "DeviceN":
        this.#deviceN(object, resources, depth);
        inner(2);
        return OTHER;
      default:
        return object.length > 0 && object[0] instanceof PdfName ? this.#named(kind, new Map(), depth) : OTHER;
    }
  }

  #named(name: string, resources: PdfDict, depth: number): Space {
    const spaces = this.file.get(resources.get("ColorSpace"));
    const own = isDict(spaces) ? spaces : new Map<string, PdfObject>();
    const device = lookup(DEVICE, name) ?? name;
    if (device === "DeviceGray" || device === "DeviceRGB" || device === "DeviceCMYK") {
      const standIn = own.get(`Default${device.slice(6)}`);
      if (standIn !== undefined) return this.space(standIn, new Map(), depth + 1);
      // gray and RGB: the document's intent
      if (device === "DeviceCMYK")
        this.rules.holds("device", this.#output?.components === 4, () => "DeviceCMYK without an output intent of CMYK");
      return DEVICE_SPACE;
    }
    if (name === "Pattern" || !own.has(name)) return OTHER;
    return this.space(own.get(name), resources, depth + 1);
  }

  #icc(stream: PdfStream, components: number | null, isOutput: boolean): void {
    let header = this.#profiles.get(stream);
    if (header === undefined) this.#profiles.set(stream, (header = iccHeader(this.file, stream)));
    const { rules } = this;
    const most = rules.level.part === 1 ? 3 : 5;
    if (header === null) return rules.breaks("icc", "an ICC profile cannot be read");
    rules.holds("icc", header.version < most, () => `an ICC profile has the version ${header.version}; it must be below ${most}`);
    rules.holds("icc", CLASSES.has(header.kind), () => `an ICC profile has the class ${header.kind}`);
    const own = lookup(COMPONENTS, header.space);
    rules.holds(
      "icc",
      own !== undefined && (isOutput || own === components),
      () => `an ICC profile of ${header.space.trim()} has N ${components ?? "missing"}`,
    );
  }

  /** Same name: same alternate, tint transform. */
  #spot(name: string, object: readonly PdfObject[]): void {
    if (!this.rules.has("spot") || name === "All" || name === "None") return;
    const key = this.#key([object[2] ?? null, object[3] ?? null], 0);
    const known = this.#spots.get(name) ?? key;
    this.rules.holds("spot", known === key, () => `the spot colour ${name} has two definitions`);
    this.#spots.set(name, key);
  }

  #deviceN(object: readonly PdfObject[], resources: PdfDict, depth: number): void {
    const names = this.file.get(object[1]);
    if (isArray(names)) this.file.step(names.length);
    const colorants = (isArray(names) ? names : []).map((n) => nameOf(this.file.get(n)) ?? "");
    const most = this.rules.level.part === 1 ? 8 : 32;
    this.rules.holds(
      "components",
      colorants.length <= most,
      () => `a DeviceN space has ${colorants.length} components; at most ${most} are allowed`,
    );
    if (!this.rules.has("spot")) return;
    const attributes = this.file.get(object[4]);
    const given = isDict(attributes) ? this.file.get(attributes.get("Colorants")) : null;
    const process = isDict(attributes) ? this.file.get(attributes.get("Process")) : null;
    const parts = isDict(process) ? this.file.get(process.get("Components")) : null;
    if (isArray(parts)) this.file.step(parts.length);
    const own = new Set((isArray(parts) ? parts : []).map((n) => nameOf(this.file.get(n))));
    for (const name of colorants) {
      const space = isDict(given) ? given.get(name) : undefined;
      this.rules.holds(
        "spot",
        space !== undefined || PROCESS.has(name) || own.has(name),
        () => `the spot colour ${name} of a DeviceN space has no definition`,
      );
      if (space !== undefined) this.space(space, resources, depth + 1);
    }
  }

  #key(object: PdfObject | undefined, depth: number): string {
    const found = this.file.get(object);
    this.file.step(1);
    if (depth > DEEPEST || found === null) return "null";
    if (found instanceof PdfName) return `/${found.value}`;
    if (found instanceof PdfString) return `(${latin(found.bytes)})`;
    if (found instanceof PdfStream) return `${this.#key(found.dict, depth + 1)}${latin(this.file.decode(found).bytes)}`;
    if (isDict(found))
      return `<<${[...found]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([k, v]) => (k === "Length" || k === "Filter" ? "" : `${k} ${this.#key(v, depth + 1)}`))
        .join(" ")}>>`;
    if (isArray(found)) return `[${found.map((v) => this.#key(v, depth + 1)).join(" ")}]`;
    return typeof found === "object" && "value" in found ? String(found.value) : String(found);
  }
}

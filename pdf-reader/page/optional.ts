// Optional content, on screen by default (ISO 32000-1, 8.11; PDF-9).
import { isArray, isDict, nameOf } from "../objects.js";
import { PdfRef, type PdfDict, type PdfFile, type PdfObject } from "../types.js";

/** Expressions nest no deeper; deeper ones are visible. */
const DEEPEST = 32;

export class OptionalContent {
  readonly #off = new Set<number>();
  readonly #isOffElse: boolean = false;
  readonly #on = new Set<number>();
  readonly #intents: ReadonlySet<string> = new Set(["View"]);
  /** groups, memberships and expressions are shared by content, and by each other */
  readonly #known = new Map<PdfObject, boolean>();

  constructor(readonly file: PdfFile) {
    const properties = file.get(file.catalog.get("OCProperties"));
    const config = isDict(properties) ? file.get(properties.get("D")) : null;
    if (!isDict(config)) return;
    this.#isOffElse = nameOf(file.get(config.get("BaseState"))) === "OFF";
    const intents = this.#names(config.get("Intent"));
    if (intents.length > 0) this.#intents = new Set(intents);
    for (const num of this.#groups(config.get("ON"))) this.#set(num, true);
    for (const num of this.#groups(config.get("OFF"))) this.#set(num, false);
    this.#usage(config.get("AS"));
  }

  #set(num: number, isOn: boolean): void {
    (isOn ? this.#on : this.#off).add(num);
    (isOn ? this.#off : this.#on).delete(num);
  }

  #list(value: PdfObject | undefined): readonly PdfObject[] {
    const found = this.file.get(value);
    return isArray(found) ? found : [];
  }

  #groups(value: PdfObject | undefined): readonly number[] {
    return this.#list(value).flatMap((item) => (item instanceof PdfRef ? [item.num] : []));
  }

  #names(value: PdfObject | undefined): readonly string[] {
    const found = this.file.get(value);
    return (isArray(found) ? found : [found]).flatMap((item) => nameOf(this.file.get(item)) ?? []);
  }

  /** Usage on screen (8.11.4.5). */
  #usage(value: PdfObject | undefined): void {
    for (const item of this.#list(value)) {
      const rule = this.file.get(item);
      if (!isDict(rule) || nameOf(this.file.get(rule.get("Event"))) !== "View" || !this.#names(rule.get("Category")).includes("View"))
        continue;
      for (const ref of this.#list(rule.get("OCGs"))) {
        const group = this.file.get(ref);
        const usage = isDict(group) ? this.file.get(group.get("Usage")) : null;
        const view = isDict(usage) ? this.file.get(usage.get("View")) : null;
        const state = isDict(view) ? nameOf(this.file.get(view.get("ViewState"))) : null;
        if (ref instanceof PdfRef && state !== null) this.#set(ref.num, state !== "OFF");
      }
    }
  }

  /** `oc`: value of `/OC`: a group, a membership dictionary, or nothing. */
  isVisible(oc: PdfObject | undefined, depth = 0): boolean {
    const dict = this.file.get(oc);
    if (!isDict(dict) || depth > DEEPEST) return true;
    if (nameOf(this.file.get(dict.get("Type"))) !== "OCMD") return this.#isOn(oc, dict);
    return this.#once(dict, () => this.#isMember(dict, depth));
  }

  /** Loops are visible. */
  #once(object: PdfObject, judged: () => boolean): boolean {
    const known = this.#known.get(object);
    if (known !== undefined) return known;
    this.#known.set(object, true);
    const found = judged();
    this.#known.set(object, found);
    return found;
  }

  #isMember(dict: PdfDict, depth: number): boolean {
    const expression = this.file.get(dict.get("VE"));
    if (isArray(expression)) return this.#expressed(expression, depth + 1);
    const groups = dict.get("OCGs");
    this.file.step(this.#list(groups).length);
    const all = (isArray(this.file.get(groups)) ? this.#list(groups) : [groups]).filter((g) => isDict(this.file.get(g)));
    if (all.length === 0) return true;
    const isOn = (g: PdfObject | undefined): boolean => this.#isOn(g, this.file.get(g) as PdfDict);
    switch (nameOf(this.file.get(dict.get("P")))) {
      case "AllOn":
        return all.every(isOn);
      case "AnyOff":
        return !all.every(isOn);
      case "AllOff":
        return !all.some(isOn);
      default:
        return all.some(isOn);
    }
  }

  #isOn(ref: PdfObject | undefined, group: PdfDict): boolean {
    if (!this.#once(group, () => this.#counts(group)) || !(ref instanceof PdfRef)) return true;
    return this.#on.has(ref.num) || (!this.#off.has(ref.num) && !this.#isOffElse);
  }

  /** True if an intent of the group is one of the configuration. */
  #counts(group: PdfDict): boolean {
    const intents = this.#names(group.get("Intent"));
    return this.#intents.has("All") || (intents.length === 0 ? ["View"] : intents).some((i) => i === "All" || this.#intents.has(i));
  }

  #expressed(expression: readonly PdfObject[], depth: number): boolean {
    return this.#once(expression, () => this.#holds(expression, depth));
  }

  #holds(expression: readonly PdfObject[], depth: number): boolean {
    const [operator] = expression;
    const operands = expression.slice(1);
    const holds = (operand: PdfObject): boolean => {
      const inner = this.file.get(operand);
      return isArray(inner) && depth < DEEPEST ? this.#expressed(inner, depth + 1) : this.isVisible(operand, depth + 1);
    };
    switch (nameOf(this.file.get(operator))) {
      case "And":
        return operands.every(holds);
      case "Or":
        return operands.some(holds);
      case "Not":
        return operands[0] === undefined || !holds(operands[0]);
      default:
        return true;
    }
  }
}

// Fields of the file of signers, whose refusals name them and never have their values.
import { isObject } from "../../../base/json.js";
import { nearest } from "../../../compiler/help/nearest.js";
import { SettingError } from "../../core/epoch.js";

/** An object of the file; all readers throw SettingError for a value of another kind. */
export class Fields {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(
    value: unknown,
    readonly place: string,
    readonly setting: string,
    allowed: readonly string[],
  ) {
    if (!isObject(value)) throw new SettingError(`${setting}: ${place === "" ? "the file of signers" : place}: must be an object`);
    this.#values = new Map(Object.entries(value));
    for (const name of this.#values.keys()) {
      if (allowed.includes(name)) continue;
      const near = nearest(name, allowed);
      const meant = near === undefined ? "" : ` did you mean ${near}?`;
      throw this.fault(name.slice(0, 40), `unknown field;${meant} allowed: ${allowed.join(", ")}`);
    }
  }

  at(name: string): string {
    return this.place === "" ? name : `${this.place}.${name}`;
  }

  fault(name: string, reason: string): SettingError {
    return new SettingError(`${this.setting}: ${this.at(name)}: ${reason}`);
  }

  object(name: string): Readonly<Record<string, unknown>> {
    const value = this.#values.get(name);
    if (!isObject(value)) throw this.fault(name, "must be an object");
    return value;
  }

  /** Null if absent. */
  part(name: string, allowed: readonly string[]): Fields | null {
    const value = this.#values.get(name);
    return value === undefined ? null : new Fields(value, this.at(name), this.setting, allowed);
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    if (typeof value !== "string" || value === "") throw this.fault(name, "must be a text");
    return value;
  }

  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw this.fault(name, "it is missing");
    return value;
  }

  /** An address without user and password, which would be in error messages. */
  address(name: string): string {
    const value = this.needed(name);
    const url = URL.canParse(value) ? new URL(value) : null;
    if (!url || !["http:", "https:"].includes(url.protocol))
      throw this.fault(name, "must be an address that begins with https:// or http://");
    if (url.username !== "" || url.password !== "") throw this.fault(name, "must be without user and password: a file has them");
    return value;
  }

  flag(name: string): boolean {
    const value = this.#values.get(name) ?? false;
    if (typeof value !== "boolean") throw this.fault(name, "must be true or false");
    return value;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.text(name);
    const found = allowed.find((word) => word === value);
    if (value !== undefined && found === undefined) throw this.fault(name, `must be ${allowed.join(", ")}`);
    return found;
  }

  /** One text, or a list of texts. */
  texts(name: string): readonly string[] {
    const value = this.#values.get(name);
    if (value === undefined) return [];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.map((item) => {
      if (typeof item !== "string" || item === "") throw this.fault(name, "must be a list of texts");
      return item;
    });
  }

  /** A list of texts, or the word for all of them; undefined if absent. */
  textsOr<T extends string>(name: string, all: T): readonly string[] | T | undefined {
    const value = this.#values.get(name);
    if (value === undefined || value === all) return value === all ? all : undefined;
    if (!Array.isArray(value)) throw this.fault(name, `must be a list of texts, or ${JSON.stringify(all)}`);
    return this.texts(name);
  }
}

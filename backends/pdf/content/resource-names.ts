// Names of a content stream's resources of one kind.
import type { Ref } from "../syntax/object.js";

/** Names by resource, assigned at first use. The map is made then: streams are many, and most have no resources of most kinds. */
export class ResourceNames<K> {
  #names: Map<K, string> | null = null;

  /** `kind`: entry of the resource dictionary (ISO 32000-1, 7.8.3) */
  constructor(
    readonly kind: string,
    readonly prefix: string,
  ) {}

  of(key: K): string {
    this.#names ??= new Map();
    let name = this.#names.get(key);
    if (name === undefined) this.#names.set(key, (name = `${this.prefix}${this.#names.size}`));
    return name;
  }

  /** Entry of the resource dictionary as text, which every page has; empty without resources. */
  entry(refOf: (key: K) => Ref): string {
    if (!this.#names) return "";
    let out = `/${this.kind}<<`;
    for (const [key, name] of this.#names) out += `/${name} ${refOf(key).num} 0 R`;
    return `${out}>>`;
  }
}

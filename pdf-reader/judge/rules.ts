// Rules of PDF/A for pages of other files, with clauses (ISO 19005-1 to -4; PDF-28).

/** A level of PDF/A. */
export interface Level {
  readonly part: 1 | 2 | 3 | 4;
  /** U and A: every character has its Unicode */
  readonly unicode: boolean;
  /** PDF/UA-1 in addition */
  readonly accessible?: boolean;
}

/** A rule that a page breaks. `clause`: "ISO 19005-2, 6.2.11.4.1" */
export interface Breach {
  readonly clause: string;
  readonly reason: string;
}

/** part 1, parts 2 and 3, part 4; null: no such rule */
const CLAUSES = {
  filter: ["6.1.10", "6.1.7.2", "6.1.6.2"],
  inlineFilter: ["6.1.10", "6.1.10", "6.1.9"],
  external: ["6.1.7", "6.1.7.1", "6.1.6.1"],
  limit: ["6.1.12", "6.1.13", null],
  name: [null, "6.1.8", "6.1.7"],
  nesting: ["6.1.12", "6.1.13", null],
  resources: [null, "6.2.2", "6.2.2"],
  icc: ["6.2.3.2", "6.2.4.2", "6.2.4.2"],
  overprint: [null, "6.2.4.2", "6.2.4.2"],
  device: ["6.2.3.3", "6.2.4.3", "6.2.4.3"],
  spot: [null, "6.2.4.4", "6.2.4.4"],
  components: ["6.1.12", "6.1.13", null],
  graphicsState: ["6.2.8", "6.2.5", "6.2.5"],
  intent: ["6.2.9", "6.2.6", "6.2.6"],
  image: ["6.2.4", "6.2.8", "6.2.7"],
  jpx: ["6.1.10", "6.2.8.3", "6.2.7.3"],
  form: ["6.2.5", "6.2.9", "6.2.8"],
  reference: ["6.2.6", "6.2.9", "6.2.8"],
  postscript: ["6.2.7", "6.2.9", "6.2.8"],
  transparency: ["6.4", "6.2.10", "6.2.9"],
  fontDict: ["6.3.2", "6.2.11.2", "6.2.10.2"],
  cidSystem: ["6.3.3.1", "6.2.11.3.1", "6.2.10.3.1"],
  cidMap: ["6.3.3.2", "6.2.11.3.2", "6.2.10.3.2"],
  cmap: ["6.3.3.3", "6.2.11.3.3", "6.2.10.3.3"],
  embedded: ["6.3.4", "6.2.11.4.1", "6.2.10.4.1"],
  subset: ["6.3.5", "6.2.11.4.2", null],
  glyph: ["6.3.5", "6.2.11.4.1", "6.2.10.4.1"],
  width: ["6.3.6", "6.2.11.5", "6.2.10.5"],
  truetype: ["6.3.7", "6.2.11.6", "6.2.10.6"],
  unicode: ["6.3.8", "6.2.11.7.2", "6.2.10.7"],
  notdef: [null, "6.2.11.8", "6.2.10.9"],
} as const;
export type Rule = keyof typeof CLAUSES;

export class Broken extends Error {
  constructor(readonly breach: Breach) {
    super(breach.reason);
  }
}

export class Rules {
  constructor(readonly level: Level) {}

  has(rule: Rule): boolean {
    return this.#clause(rule) !== null;
  }

  #clause(rule: Rule): string | null {
    const [first, second, fourth] = CLAUSES[rule];
    return this.level.part === 1 ? first : this.level.part === 4 ? fourth : second;
  }

  /** Throws Broken unless the rule holds, or the part does not have it. */
  holds(rule: Rule, isTrue: boolean, reason: () => string): void {
    if (!isTrue) this.breaks(rule, reason());
  }

  /** Throws Broken if the part has the rule. */
  breaks(rule: Rule, reason: string): void {
    const clause = this.#clause(rule);
    if (clause !== null) throw new Broken({ clause: `ISO 19005-${this.level.part}, ${clause}`, reason });
  }
}

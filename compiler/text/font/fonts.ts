import type { ColorReader } from "../../core/color-font.js";
import { namesOf, normalName } from "../../core/families.js";
import type { FaceInfo, FamilyInfo, FontAxis, FontSource, NamedInstance } from "../../core/world.js";
import type { DeclaredVariations } from "../../core/variations.js";
import { chooseFace, NO_COORDINATES, faceRequestOf, type FaceRequest } from "./choose-face.js";
import { checkVariations } from "./check-variations.js";
import { Face, faceKey, LONGEST_KEY } from "./face.js";
import { FacePool } from "./face-pool.js";
import type { HarfBuzz } from "./harfbuzz.js";
import { LanguageSystems } from "./language-system.js";
import { charScript, COMMON, isIgnorable, SCRIPTS } from "../unicode/ucd.js";

/** (element model, Font rules); `automatic`: no family declared */
type FontMode = "automatic" | "prefer" | "strict";

export interface FontRequest {
  readonly family: string | null;
  readonly mode: FontMode;
  readonly weight: number;
  /** a PostScript name's weight is ignored */
  readonly weightDeclared: boolean;
  readonly italic: boolean;
  /** shows emoji before all others; absent or null: none */
  readonly emojiFamily?: string | null;
  readonly variations: DeclaredVariations | null;
}

export interface ChosenFace {
  readonly face: Face;
  /** of the choice: owners of the same file share a face */
  readonly family: FamilyInfo;
  /** true if the family has no italic face */
  readonly slanted: boolean;
  /** BCP 47, if the family's name selects a region's forms */
  readonly language: string | null;
}

/** tan 12° (decisions §1, Face matching) */
export const OBLIQUE = 0.212557;

/** A family, a language's forms, a face, or an instance of it. */
interface Named {
  readonly index: number;
  readonly family: FamilyInfo;
  readonly language: string | null;
  readonly face: FaceInfo | null;
  readonly instance: NamedInstance | null;
}

/** A table of each stack has up to 64 KB. */
const MAX_STACKS = 128;

/** Faces by their bytes, with the shaper that loads them. */
export class Faces {
  readonly #pool = new FacePool<Face>();
  readonly #systems: LanguageSystems;

  constructor(
    readonly hb: HarfBuzz,
    harfbuzz: WebAssembly.Module,
    readonly colors: () => ColorReader,
  ) {
    this.#systems = new LanguageSystems(harfbuzz);
  }

  of(info: FaceInfo, source: FontSource): Face {
    const { variations, ...plain } = info;
    // colours are in the file as it is: that of an instance lacks them
    const fileOf = (): Uint8Array => source.bytes(plain);
    const make = (bytes: () => Uint8Array, file = fileOf): Face =>
      new Face(info, bytes, this.hb, this.#systems, (outline) => this.colors().open(file(), outline, variations));
    // requests choose coordinates
    if (variations && !source.shared) return this.#pool.evictable(faceKey(info), () => make(() => source.bytes(info)));
    if (!source.shared) return this.#pool.permanent(info.blob, () => make(() => source.bytes(info)));
    return this.#pool.evictable(faceKey(info), () => {
      const bytes = source.bytes(info);
      const file = info.color === undefined || !variations ? bytes : fileOf();
      return make(
        () => bytes,
        () => file,
      );
    });
  }

  /** Callers' least recently used faces. */
  trim(): void {
    this.#pool.trim();
  }

  get evictable(): number {
    return this.#pool.evictables;
  }
}

export type FaceChooser = Pick<FontLibrary, "stack" | "namesCovering" | "source" | "knows">;

/** CSS's nearest-weight rule. */
export class FontLibrary {
  readonly #names = new Map<string, Named>();
  #named = 0;
  readonly #stacks = new Map<string, FontStack>();
  /** mostly the same interned style */
  #last: { readonly request: FontRequest; readonly stack: FontStack } | null = null;
  /** general, signs, other text faces in catalogue order (pan-CJK last, heavy to load), emoji, last resorts */
  readonly #fallback: readonly FamilyInfo[];

  /** @param shared resolves names absent here */
  constructor(
    readonly source: FontSource,
    readonly faces: Faces,
    readonly shared: FontLibrary | null = null,
  ) {
    const own = source.families.slice(source.shared?.families.length ?? 0);
    // a later name wins: that of a face over that of an instance
    for (const family of own)
      for (const face of family.faces)
        for (const instance of face.variable?.instances ?? []) this.#name(instance.name, { family, language: null, face, instance });
    for (const family of own) {
      for (const face of family.faces) this.#name(face.postScriptName, { family, language: null, face, instance: null });
      for (const [alias, language] of Object.entries(family.aliases)) this.#name(alias, { family, language, face: null, instance: null });
    }
    for (const family of own) this.#name(family.name, { family, language: null, face: null, instance: null });
    const [general, ...others] = own.filter((f) => f.fallback === "text");
    const kind = (name: FamilyInfo["fallback"]): readonly FamilyInfo[] => own.filter((f) => f.fallback === name);
    this.#fallback = shared
      ? shared.#fallback
      : [...(general ? [general] : []), ...kind("symbols"), ...others, ...kind("emoji"), ...kind("last")];
  }

  #name(name: string, means: Omit<Named, "index">): void {
    this.#names.set(normalName(name), { index: this.#named++, ...means });
  }

  knows(family: string): boolean {
    return this.#names.has(normalName(family)) || (this.shared?.knows(family) ?? false);
  }

  /** Null if installed, or not bundled. */
  packageOf(family: string): string | null {
    const normal = normalName(family);
    return this.source.absent.find(({ names }) => names.some((n) => normalName(n) === normal))?.package ?? null;
  }

  /** Names of families in the order of the catalogue. */
  get names(): readonly string[] {
    return this.source.families.map((f) => f.name);
  }

  /** Returns names of families that cover characters, for messages. */
  namesCovering(characters: readonly number[]): readonly string[] {
    const covers = ({ coverage }: FaceInfo, cp: number): boolean => cp !== 0 && coverage.some(([from, to]) => cp >= from && cp <= to);
    return this.source.families.filter((f) => f.faces.some((face) => characters.every((cp) => covers(face, cp)))).map((f) => f.name);
  }

  stack(request: FontRequest): FontStack {
    if (this.#last?.request === request) return this.#last.stack;
    const plain = this.#stack(request);
    const stack = request.emojiFamily ? this.#withEmoji(plain, request, request.emojiFamily) : plain;
    if ((request.family?.length ?? 0) <= LONGEST_KEY) this.#last = { request, stack };
    return stack;
  }

  /** Axes of all faces of a family; null of an unknown family. */
  axesOf(family: string): readonly FontAxis[] | null {
    const named = this.#names.get(normalName(family));
    if (!named) return this.shared?.axesOf(family) ?? null;
    return named.family.faces.flatMap(({ variable }) => variable?.axes ?? []);
  }

  /** By meaning of the name: spellings are unbounded. */
  #stack(request: FontRequest): FontStack {
    const named = request.family === null ? undefined : this.#names.get(normalName(request.family));
    if (!named && this.shared) return this.shared.stack(request);
    const key = `${named?.index ?? ""}|${request.mode}|${request.weight}|${request.weightDeclared}|${request.italic}|${request.variations?.key ?? ""}`;
    let known = this.#stacks.get(key);
    if (!known) {
      known = this.#build(request, named);
      if (this.#stacks.size >= MAX_STACKS) this.#stacks.delete(this.#stacks.keys().next().value!);
      this.#stacks.set(key, known);
    }
    return known;
  }

  /** Unknown names are refused by the check. */
  #withEmoji(plain: FontStack, request: FontRequest, name: string): FontStack {
    const emoji = this.#emojiFace(request, name);
    return emoji ? plain.withEmoji(emoji) : plain;
  }

  #emojiFace(request: FontRequest, name: string): ChosenFace | null {
    const named = this.#names.get(normalName(name));
    if (!named) return this.shared ? this.shared.#emojiFace(request, name) : null;
    const faceRequest = faceRequestOf({ ...request, variations: null }, named);
    // never slanted: a face of emoji has one style
    return { ...this.#chosen(named.family, faceRequest, named.language), slanted: false };
  }

  #build(request: FontRequest, named: Named | undefined): FontStack {
    if (request.variations) checkVariations(request.variations, request.family, named?.family.faces ?? null);
    const declared = named ? this.#chosen(named.family, faceRequestOf(request, named), named.language) : null;
    const families = request.mode === "strict" ? [] : this.#fallback;
    return new FontStack(
      declared,
      families.map((f) => this.#chosen(f, { ...request, coordinates: NO_COORDINATES, face: null }, null)),
      request.mode,
    );
  }

  #chosen(family: FamilyInfo, faceRequest: FaceRequest, language: string | null): ChosenFace {
    const { info, slanted } = chooseFace(family.faces, faceRequest);
    return { face: this.#faceOf(info, family), family, slanted, language };
  }

  /** Fallback faces are the shared source's. */
  #faceOf(info: FaceInfo, family: FamilyInfo): Face {
    const from = this.shared && this.#fallback.includes(family) ? this.shared.source : this.source;
    return this.faces.of(info, from);
  }
}

const UNKNOWN = new Uint8Array(256);

export class FontStack {
  readonly all: readonly ChosenFace[];
  /** a face has glyphs with a picture alone (FT-2) */
  readonly hasPictured: boolean;
  /** by BMP code point, 256 in a part: 1 + index in `all`; 0 unknown, 255 none */
  readonly #cache = new Array<Uint8Array>(256).fill(UNKNOWN);
  /** faces by index of SCRIPTS */
  readonly #made: (ChosenFace | null | undefined)[] = [];
  /** this one with another face of emoji; bounded, as names are those of families */
  readonly #emoji = new Map<Face, FontStack>();

  constructor(
    readonly declared: ChosenFace | null,
    readonly fallback: readonly ChosenFace[],
    readonly mode: FontMode,
    readonly others: readonly ChosenFace[] = [],
    /** shows emoji that it has, before all others */
    readonly ofEmoji: ChosenFace | null = null,
  ) {
    this.all = declared ? [declared, ...others, ...fallback] : fallback;
    this.hasPictured = this.all.some(({ face }) => face.info.pictured !== undefined);
  }

  /** Null if no other face is allowed. */
  made(script: number): ChosenFace | null {
    let known = this.#made[script];
    if (known === undefined) {
      const code = SCRIPTS[script]!;
      known = this.fallback.find((c) => c.family.scripts.includes(code)) ?? this.fallback[0] ?? null;
      this.#made[script] = known;
    }
    return known;
  }

  withEmoji(emoji: ChosenFace): FontStack {
    let known = this.#emoji.get(emoji.face);
    if (!known) this.#emoji.set(emoji.face, (known = new FontStack(this.declared, this.fallback, this.mode, this.others, emoji)));
    return known;
  }

  /** For the whole sequence: that of `emoji_family`, declared, emoji, any; null if absent. */
  emoji(sequence: string): ChosenFace | null {
    const { ofEmoji } = this;
    if (ofEmoji?.face.shows(sequence)) return ofEmoji;
    if (this.declared?.face.info.color !== undefined && this.declared.face.shows(sequence)) return this.declared;
    const found = this.#emojiOf(sequence);
    // parts side by side, rather than a fault
    return found ?? (ofEmoji?.face.coversAll(sequence) && !ofEmoji.face.lacksGlyphOf(sequence) ? ofEmoji : null);
  }

  #emojiOf(sequence: string): ChosenFace | null {
    const codes = [...sequence].map((c) => c.codePointAt(0)!).filter((cp) => !isIgnorable(cp));
    const has = ({ face }: ChosenFace): boolean => codes.every((cp) => face.covers(cp)) && !face.lacksGlyphOf(sequence);
    const isOfEmoji = ({ family }: ChosenFace): boolean => family.fallback === "emoji";
    if (this.declared && has(this.declared)) return this.declared;
    const other = this.others.find(has);
    if (other) return other;
    return this.fallback.find((c) => isOfEmoji(c) && has(c)) ?? this.fallback.find(has) ?? null;
  }

  /** True if a face would show a sequence by a glyph that is not drawn, and no face has it (FT-2). */
  lacksGlyphOf(sequence: string): boolean {
    return this.hasPictured && this.all.some(({ face }) => face.lacksGlyphOf(sequence));
  }

  /** No script: the declared face, those of the surrounding text, any; null if absent. */
  around(cp: number, near: ChosenFace | null, next: ChosenFace | null): ChosenFace | null {
    const { declared } = this;
    if (declared?.face.covers(cp)) return declared;
    const other = this.#other(cp);
    if (other) return other;
    if (near?.face.covers(cp)) return near;
    return next?.face.covers(cp) ? next : this.pick(cp);
  }

  /** The declared face, the family of its script, any; null if absent. */
  pick(cp: number): ChosenFace | null {
    if (cp < 0x10000) {
      const known = this.#cache[cp >> 8]![cp & 255]!;
      if (known !== 0) return known === 255 ? null : this.all[known - 1]!;
    }
    const found = this.#find(cp);
    if (cp < 0x10000) {
      const part = cp >> 8;
      if (this.#cache[part] === UNKNOWN) this.#cache[part] = new Uint8Array(256);
      this.#cache[part]![cp & 255] = found ? this.all.indexOf(found) + 1 : 255;
    }
    return found;
  }

  #find(cp: number): ChosenFace | null {
    if (this.declared?.face.covers(cp)) return this.declared;
    const other = this.#other(cp);
    if (other) return other;
    const script = charScript[cp]!;
    const made = script === COMMON ? null : this.made(script);
    if (made?.face.covers(cp)) return made;
    return this.fallback.find((c) => c.face.covers(cp)) ?? null;
  }

  #other(cp: number): ChosenFace | null {
    return this.others.length === 0 ? null : (this.others.find((c) => c.face.covers(cp)) ?? null);
  }

  /** A face without colours, for what is shown as text; null if absent. */
  uncolored(cp: number): ChosenFace | null {
    return this.all.find(({ face }) => face.info.color === undefined && face.covers(cp)) ?? null;
  }

  tried(): string {
    return namesOf(this.all.map((c) => c.family));
  }
}

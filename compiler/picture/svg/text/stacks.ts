import { FontStack, type ChosenFace, type FontLibrary, type FontRequest } from "../../../text/font/fonts.js";
import type { SvgBudget } from "../tree/budget.js";
import { familiesOf } from "../style/font.js";

/** imply their kind (CSS Fonts 4, 2.1.1) */
const MONOSPACED = /mono|courier|consolas|menlo|monaco|typewriter/i;
const SERIF = /^(?:serif|ui-serif|times|times new roman|georgia|garamond|palatino)$/i;
const SANS = "Noto Sans";
const MONO = "Noto Sans Mono";

const SANS_NAME = /^(?:sans-serif|system-ui|ui-sans-serif|arial|helvetica|verdana)$/i;

/** Unknown names map by kind. A trailing sans-serif is the fallback anyway. */
function namesIn(list: string, knows: (name: string) => boolean): readonly string[] {
  const out: { readonly name: string; readonly general: boolean }[] = [];
  for (const name of familiesOf(list)) {
    const other = MONOSPACED.test(name) ? MONO : SERIF.test(name) ? "Noto Serif" : SANS_NAME.test(name) ? SANS : name;
    const found = [name, other].find(knows);
    if (found !== undefined) out.push({ name: found, general: other === SANS && found !== name });
  }
  while (out.at(-1)?.general === true) out.pop();
  return [...new Set(out.map((o) => o.name))];
}

/** letters: a stack has a table of 64 KB */
const A_STACK = 50;

export const namedFamilies = (lists: Iterable<string>): readonly string[] => [...new Set([...lists].flatMap((l) => familiesOf(l)))];

/** Listed families in order, then the default fallback. */
export class FamilyStacks {
  readonly #known = new Map<string, FontStack>();

  constructor(
    readonly fonts: FontLibrary,
    readonly budget: SvgBudget,
  ) {}

  of(list: string, weight: number, italic: boolean): FontStack {
    const key = JSON.stringify([list, weight, italic]);
    let known = this.#known.get(key);
    if (!known) this.#known.set(key, (known = this.#build(list, weight, italic)));
    return known;
  }

  #build(list: string, weight: number, italic: boolean): FontStack {
    this.budget.spend("letters", A_STACK);
    const request: FontRequest = { family: null, mode: "automatic", weight, weightDeclared: true, italic, variations: null };
    const listed = namesIn(list, (name) => this.fonts.knows(name)).map(
      (family): ChosenFace => this.fonts.stack({ ...request, family, mode: "strict" }).declared!,
    );
    const [declared = null, ...others] = listed;
    return new FontStack(declared, this.fonts.stack(request).fallback, "prefer", others);
  }
}

export interface DrawExports {
  readonly __indirect_function_table: { grow(n: number): number; set(index: number, f: unknown): void };
  hb_draw_funcs_create(): number;
  hb_draw_funcs_set_move_to_func(funcs: number, f: number, user: number, destroy: number): void;
  hb_draw_funcs_set_line_to_func(funcs: number, f: number, user: number, destroy: number): void;
  hb_draw_funcs_set_quadratic_to_func(funcs: number, f: number, user: number, destroy: number): void;
  hb_draw_funcs_set_cubic_to_func(funcs: number, f: number, user: number, destroy: number): void;
  hb_draw_funcs_set_close_path_func(funcs: number, f: number, user: number, destroy: number): void;
  hb_font_draw_glyph(font: number, gid: number, funcs: number, data: number): void;
}

/** 1/1000 em, y up. */
export interface Outline {
  readonly verbs: string;
  readonly coords: readonly number[];
}

const [I32, F32] = [0x7f, 0x7d];
const VERBS = [
  ["M", 2],
  ["L", 2],
  ["Q", 4],
  ["C", 6],
  ["Z", 0],
] as const;

const text = (s: string): number[] => [s.length, ...Array.from(s, (c) => c.charCodeAt(0))];
const section = (id: number, items: readonly (readonly number[])[]): number[] => {
  const body = [items.length, ...items.flat()];
  return [id, body.length, ...body];
};

/** A function table accepts wasm functions only: exports the imported JavaScript functions, one per verb. */
function trampoline(): Uint8Array<ArrayBuffer> {
  const types = VERBS.map(([, n]) => [0x60, 4 + n, I32, I32, I32, ...new Array<number>(n).fill(F32), I32, 0]);
  const imports = VERBS.map(([verb], i) => [...text("e"), ...text(verb), 0, i]);
  const exported = VERBS.map(([verb], i) => [...text(verb), 0, i]);
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...section(1, types), ...section(2, imports), ...section(7, exported)]);
}

export class GlyphPen {
  readonly #funcs: number;
  #verbs = "";
  #coords: number[] = [];

  constructor(readonly hb: DrawExports) {
    const take =
      (verb: string, n: number) =>
      (...call: number[]): void => {
        this.#verbs += verb;
        for (let i = 3; i < 3 + n; i++) this.#coords.push(call[i]!);
      };
    const e = Object.fromEntries(VERBS.map(([verb, n]) => [verb, take(verb, n)]));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(trampoline()), { e });
    const table = hb.__indirect_function_table;
    const first = table.grow(VERBS.length);
    VERBS.forEach(([verb], i) => {
      table.set(first + i, exports[verb]);
    });
    this.#funcs = hb.hb_draw_funcs_create();
    hb.hb_draw_funcs_set_move_to_func(this.#funcs, first, 0, 0);
    hb.hb_draw_funcs_set_line_to_func(this.#funcs, first + 1, 0, 0);
    hb.hb_draw_funcs_set_quadratic_to_func(this.#funcs, first + 2, 0, 0);
    hb.hb_draw_funcs_set_cubic_to_func(this.#funcs, first + 3, 0, 0);
    hb.hb_draw_funcs_set_close_path_func(this.#funcs, first + 4, 0, 0);
  }

  outline(font: number, gid: number): Outline {
    this.#verbs = "";
    this.#coords = [];
    this.hb.hb_font_draw_glyph(font, gid, this.#funcs, 0);
    return { verbs: this.#verbs, coords: this.#coords };
  }
}

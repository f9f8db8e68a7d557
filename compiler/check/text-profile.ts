// A text's location to the blocks, inlines and frame fields that it may have.
import type { Block, Inline } from "../request/types/text.js";

/** What text may be made of, by its location (element model, Text profiles by location; decisions §1, Text profiles). */
export interface TextProfile {
  /** the place, as a message calls it */
  readonly where: string;
  readonly blocks: readonly Block["type"][];
  readonly inlines: readonly Inline["type"][];
  /** parts of the text may carry links of their own */
  readonly links: boolean;
  /** a frame, and its shorthand in a text style */
  readonly frame: boolean;
  /** may go on elsewhere: frame.overflow paginate */
  readonly continues: boolean;
  readonly columns: boolean;
}

const FULL: TextProfile = {
  where: "a page's body",
  blocks: ["paragraph", "list", "page_break"],
  inlines: ["text", "variable", "line_break", "tab"],
  links: true,
  frame: true,
  continues: true,
  columns: true,
};
const SECTION: TextProfile = { ...FULL, where: "a header or footer", blocks: ["paragraph"], continues: false, columns: false };
const TABLE: TextProfile = { ...SECTION, where: "a table cell", inlines: ["text", "variable", "line_break"], links: false, frame: false };

/** Text in one piece: nothing of it goes on elsewhere. */
const WHOLE: TextProfile = { ...FULL, blocks: ["paragraph", "list"], continues: false };

/** The text profiles by location. */
export const TEXT_PROFILES = {
  full: FULL,
  block: { ...FULL, where: "a block" },
  row: { ...WHOLE, where: "a row or a frame" },
  placed: { ...WHOLE, where: "a placed node" },
  section: SECTION,
  layer: { ...SECTION, where: "a layer" },
  table: TABLE,
  barcode: { ...TABLE, where: "a barcode" },
} as const satisfies Readonly<Record<string, TextProfile>>;

/** Text in a container has what its surroundings allow, but never breaks a page; it goes on elsewhere only where the container does. */
export const inContainer = (outer: TextProfile, paginates: boolean): TextProfile => ({
  ...outer,
  where: outer.where.endsWith("container") ? outer.where : outer === FULL ? "a container" : `${outer.where}'s container`,
  blocks: outer.blocks.filter((b) => b !== "page_break"),
  continues: outer.continues && paginates,
});

import type { Block, Inline } from "../../request/types/text.js";

/** (element model, Text profiles by location; decisions §1, Text profiles) */
export interface TextProfile {
  /** name of the place, for messages */
  readonly where: string;
  readonly blocks: readonly Block["type"][];
  readonly inlines: readonly Inline["type"][];
  readonly links: boolean;
  /** a frame, also its shorthand in a text style */
  readonly frame: boolean;
  /** frame.overflow paginate */
  readonly continues: boolean;
  readonly columns: boolean;
}

const FULL: TextProfile = {
  where: "a page's body",
  blocks: ["paragraph", "list", "page_break"],
  inlines: ["text", "variable", "line_break", "tab", "field"],
  links: true,
  frame: true,
  continues: true,
  columns: true,
};
const SECTION: TextProfile = {
  ...FULL,
  where: "a header or footer",
  blocks: ["paragraph"],
  inlines: ["text", "variable", "line_break", "tab"],
  continues: false,
  columns: false,
};
const TABLE: TextProfile = {
  ...SECTION,
  where: "a table cell",
  inlines: ["text", "variable", "line_break", "field"],
  links: false,
  frame: false,
};

const WHOLE: TextProfile = { ...FULL, blocks: ["paragraph", "list"], continues: false };

/** Footnotes are possible (L20). */
const NOTED: TextProfile["inlines"] = [...FULL.inlines, "footnote"];

export const TEXT_PROFILES = {
  full: FULL,
  block: { ...FULL, where: "a block", inlines: NOTED },
  row: { ...WHOLE, where: "a row or a frame", inlines: NOTED },
  float: { ...WHOLE, where: "a float", inlines: NOTED },
  note: { ...SECTION, where: "a footnote", inlines: ["text", "variable", "line_break"] },
  placed: { ...WHOLE, where: "a placed node" },
  section: SECTION,
  layer: { ...SECTION, where: "a layer" },
  table: TABLE,
  table_in_block: { ...TABLE, inlines: [...TABLE.inlines, "footnote"] },
  barcode: { ...TABLE, where: "a barcode", inlines: ["text", "variable", "line_break"] },
} as const satisfies Readonly<Record<string, TextProfile>>;

/** The profile of the surroundings without page breaks; divided only if the container is. */
export const inContainer = (outer: TextProfile, paginates: boolean): TextProfile => ({
  ...outer,
  where: outer.where.endsWith("container") ? outer.where : outer === FULL ? "a container" : `${outer.where}'s container`,
  blocks: outer.blocks.filter((b) => b !== "page_break"),
  inlines: outer.inlines.filter((i) => i !== "footnote"),
  continues: outer.continues && paginates,
});

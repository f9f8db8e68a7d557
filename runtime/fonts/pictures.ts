// Tables of pictures, which are not drawn (FT-2).
import type { TablePlace } from "../../base/font-table.js";

const TABLES = ["SVG ", "sbix", "CBDT", "EBDT"];

/** Returns the tags of the tables of pictures that a font has. */
export const pictureTables = (places: ReadonlyMap<string, TablePlace>): readonly string[] => TABLES.filter((tag) => places.has(tag));

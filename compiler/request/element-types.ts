import type { Element } from "./types/element.js";

const TYPES: Readonly<Record<Element["type"], true>> = {
  text: true,
  line: true,
  rect: true,
  circle: true,
  ellipse: true,
  polygon: true,
  path: true,
  link: true,
  image: true,
  barcode: true,
  field: true,
  table: true,
  chart: true,
  container: true,
};

/** Values of `type` of elements. */
export const ELEMENT_TYPES: readonly string[] = Object.keys(TYPES);

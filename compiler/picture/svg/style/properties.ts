/** What elements inside take over (SVG 2, appendix "Property Index"), `color` first, since others may be it. */
export const INHERITED: ReadonlySet<string> = new Set([
  ...["color", "fill", "fill-opacity", "fill-rule", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-dashoffset"],
  ...["stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "marker-start", "marker-mid", "marker-end", "paint-order", "clip-rule"],
  ...["color-interpolation", "color-interpolation-filters", "image-rendering", "shape-rendering", "text-rendering", "visibility"],
  ...["font-family", "font-size", "font-style", "font-variant", "font-weight", "font-stretch", "font-size-adjust", "font-kerning"],
  ...["font-feature-settings", "letter-spacing", "word-spacing", "text-anchor", "text-transform", "text-shadow", "white-space"],
  ...["direction", "writing-mode", "glyph-orientation-vertical", "glyph-orientation-horizontal"],
]);

/** Attributes that are properties too (SVG 2, 6.6). */
export const PRESENTATION: ReadonlySet<string> = new Set([
  ...[...INHERITED].filter((p) => p !== "font-kerning"),
  ...["alignment-baseline", "baseline-shift", "clip-path", "display", "dominant-baseline", "enable-background", "filter", "flood-color"],
  ...["flood-opacity", "lighting-color", "mask", "mask-type", "opacity", "overflow", "stop-color"],
  ...["stop-opacity", "text-decoration", "transform", "transform-origin", "transform-box", "unicode-bidi", "vector-effect"],
]);

/** Attributes that style can say too (SVG 2, 7). */
export const GEOMETRY: ReadonlySet<string> = new Set(["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d"]);

/** Properties that only style can say. */
const STYLE_ONLY = [
  ...[
    "mix-blend-mode",
    "isolation",
    "font-kerning",
    "background",
    "background-color",
    "background-image",
    "border",
    "outline",
    "box-shadow",
    "padding",
    "margin",
  ],
  ...["rotate", "scale", "translate", "offset-path", "zoom", "mask-image", "clip", "backdrop-filter", "transform-style", "perspective"],
  ...["text-decoration-line", "text-decoration-color", "text-decoration-style", "text-decoration-thickness", "font", "marker", "all"],
  ...["font-variant-caps", "font-variant-ligatures", "font-variant-numeric", "font-variation-settings", "text-orientation", "inline-size"],
];

/** Properties that something is drawn by, or refused for. */
export const KNOWN: ReadonlySet<string> = new Set([...PRESENTATION, ...GEOMETRY, ...STYLE_ONLY]);

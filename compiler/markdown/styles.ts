// Below those of rules (L32).
import type { NamedStyles } from "../request/types/named-style.js";

const heading = (size: number) =>
  ({ target: "text", properties: { font_size: size, font_weight: "bold" }, spacing: { before: 6, after: 2 } }) as const;

/** unlike any name of a request: white space at an end */
export const MARKDOWN_STYLES: NamedStyles = {
  " heading 1": heading(20),
  " heading 2": heading(16),
  " heading 3": heading(14),
  " heading 4": heading(12),
  " heading 5": heading(12),
  " heading 6": heading(12),
  " paragraph": { target: "text", properties: {}, spacing: { after: 3 } },
  " tight": { target: "text", properties: {} },
  " code": { target: "text", properties: { font_family: "Noto Sans Mono", font_mode: "prefer" }, spacing: { after: 3 } },
  " table": { target: "table", properties: {}, spacing: { after: 3 } },
  " rule": { target: "container_frame", properties: { fill: { color: "#000000" } }, spacing: { after: 3 } },
};

export const headingStyle = (level: number): string => ` heading ${Math.min(level, 6)}`;

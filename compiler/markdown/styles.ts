// Built-in styles of Markdown, below those of rules (contract row L32).
import type { NamedStyles } from "../request/types/flow.js";

const heading = (size: number) =>
  ({ target: "text", properties: { font_size: size, font_weight: "bold" }, spacing: { before: 6, after: 2 } }) as const;

/** Names that no request can have, since a style's name has no white space at its ends. */
export const MARKDOWN_STYLES: NamedStyles = {
  " heading 1": heading(20),
  " heading 2": heading(16),
  " heading 3": heading(14),
  " heading 4": heading(12),
  " paragraph": { target: "text", properties: {}, spacing: { after: 3 } },
  " tight": { target: "text", properties: {} },
  " code": { target: "text", properties: { font_family: "Noto Sans Mono", font_mode: "prefer" }, spacing: { after: 3 } },
  " table": { target: "table", properties: {}, spacing: { after: 3 } },
  " rule": { target: "container_frame", properties: {}, spacing: { after: 3 } },
};

/** Headings from level 4 on are alike. */
export const headingStyle = (level: number): string => ` heading ${Math.min(level, 4)}`;

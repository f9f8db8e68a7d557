import type { ComputedText } from "../compiler/box/text.js";

/** How text looks in tests that are about something else. */
export const LOOK: ComputedText = {
  family: null,
  mode: "automatic",
  size: 10,
  weight: 400,
  weightDeclared: false,
  italic: false,
  color: "#000000",
  opacity: 1,
  letterSpacing: 0,
  script: "normal",
  highlight: null,
  decoration: null,
};

// Emphasis of Markdown, which styles do not have: bold and italic say nothing about meaning (AX-14).
import type { Inline } from "./types/text.js";

/** From the outside in. */
export type Emphasis = "Strong" | "Em" | "Strong Em" | "Em Strong";

/** Next to the text, so that the text is the same with and without: only PDF/UA-2 has tags for it. */
const EMPHASIS = new WeakMap<Inline, Emphasis>();

export const setEmphasis = (inline: Inline, emphasis: Emphasis): void => void EMPHASIS.set(inline, emphasis);

export const emphasisOf = (inline: Inline): Emphasis | null => EMPHASIS.get(inline) ?? null;

// Emphasis of Markdown, which styles do not have: bold and italic say nothing about meaning (AX-14).

/** Emphasis from the outside in. */
export type Emphasis = "Strong" | "Em" | "Strong Em" | "Em Strong";

/** By part of a text, next to it, so that the text is the same with and without: only PDF/UA-2 has tags for it. */
const EMPHASIS = new WeakMap<object, Emphasis>();

export const setEmphasis = (inline: object, emphasis: Emphasis): void => void EMPHASIS.set(inline, emphasis);

export const emphasisOf = (inline: object): Emphasis | null => EMPHASIS.get(inline) ?? null;

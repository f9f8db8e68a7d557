import { poppler } from "./readers.js";

/** mm from the upper left corner. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function wordsOf(file: string): readonly (readonly Word[])[] {
  const mm = (v: string | undefined): number => (Number(v) * 25.4) / 72;
  return poppler(file, "-bbox")
    .split("<page ")
    .slice(1)
    .map((page) =>
      [...page.matchAll(/<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g)].map(
        ([, left, top, right, bottom, text]) => ({ text: text!, left: mm(left), top: mm(top), right: mm(right), bottom: mm(bottom) }),
      ),
    );
}

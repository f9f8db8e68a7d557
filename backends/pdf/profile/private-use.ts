// Private-use characters have no meaning that could be read aloud (ISO 14289-2, 8.4.3 and 8.6).
import { codePointName } from "../../../base/code-point.js";

const PRIVATE = /\p{Co}/u;

export const isPrivate = (text: string): boolean => PRIVATE.test(text);

interface PrivateUse {
  readonly found: string;
  readonly clause: string;
}

/** Finds a private-use character; null without one. `clause`: 8.4.3 for content, 8.6 for other texts */
export function privateUse(text: string, clause: "8.4.3" | "8.6"): PrivateUse | null {
  const found = PRIVATE.exec(text);
  if (!found) return null;
  return {
    found: `the private-use character ${codePointName(found[0].codePointAt(0)!)}`,
    clause: `PDF/UA-2 allows none (ISO 14289-2, ${clause})`,
  };
}

// References to landmarks: characters if known before layout, else variables.
import { placeOfMark, placeOfName } from "../box/box.js";
import type { RunText } from "../box/text.js";
import type { Landmark, Landmarks } from "../landmark/landmarks.js";
import { referenceOf, titleOf, type TextPart, type VariableName } from "../landmark/variables.js";
import type { DocumentPlace } from "./document-place.js";

export class References {
  constructor(
    readonly landmarks: Landmarks,
    readonly place: DocumentPlace,
  ) {}

  /** Characters of a checked variable (L16). */
  textOf(name: VariableName): readonly RunText[] {
    return this.#variable(name, null);
  }

  /** Text of a landmark: its own `{page}` is the label of its page. */
  textAt({ text }: Landmark, key: string): readonly RunText[] {
    return this.#parts(text, key);
  }

  keyOf(landmark: Landmark): string {
    const { destination } = landmark;
    return destination === null ? placeOfMark(this.markOf(landmark)) : placeOfName(this.place.named(destination));
  }

  markOf({ index }: Landmark): string {
    return this.place.named(String(index));
  }

  /** `page`: key of the place of `{page}`; null = that of the text */
  #variable(name: VariableName, page: string | null): readonly RunText[] {
    if (name === "page") return [{ variable: page === null ? "page" : { pageOf: page } }];
    if (name === "total_pages") return [{ variable: "total_pages" }];
    const { kind, argument } = referenceOf(name)!;
    const target = this.landmarks.targets.get(argument);
    const place = placeOfName(this.place.named(argument));
    switch (kind) {
      case "page":
        return [{ variable: { pageOf: place } }];
      case "number":
        return [{ isolated: target!.number! }];
      case "text":
        return this.#parts(target!.text!, place);
      case "heading": {
        const { level, first } = titleOf(argument)!;
        return [{ variable: { heading: level, first } }];
      }
    }
  }

  #parts(parts: readonly TextPart[], page: string): readonly RunText[] {
    return parts.flatMap((part) => (typeof part === "string" ? [part] : this.#variable(part.variable, page)));
  }
}

// Faces of checked files, apart from what checks them: browsers load that with a font of the caller.
import type { FaceInfo, FamilyInfo } from "../../compiler/core/world.js";
import { normalName } from "../../compiler/core/families.js";
import { greatest } from "../../base/many.js";

export class FontError extends Error {
  constructor(reason: string) {
    super(reason.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " "));
  }
}

export interface CheckedFace {
  readonly face: FaceInfo;
  readonly lineHeight: number;
  /** tables of pictures, which are not drawn; absent without */
  readonly notDrawn?: readonly string[];
  /** reason why a font that was stored before cannot be drawn (FT-32) */
  readonly refusal?: string;
}

/** Families by name, spelled as in the first face. Not used as fallback. */
export function familiesOf<F extends CheckedFace>(
  faces: readonly F[],
): readonly { readonly family: FamilyInfo; readonly of: readonly F[] }[] {
  const byName = new Map<string, F[]>();
  for (const f of faces) {
    const name = normalName(f.face.family);
    byName.set(name, [...(byName.get(name) ?? []), f]);
  }
  return [...byName.values()].map((of) => {
    const family: FamilyInfo = {
      name: of[0]!.face.family,
      aliases: {},
      scripts: [],
      lineHeight: greatest(of.map((f) => f.lineHeight)),
      faces: of.map((f) => f.face),
      fallback: "never",
    };
    return { family, of };
  });
}

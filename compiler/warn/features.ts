import type { Src } from "../core/src.js";
import type { Warnings } from "./warnings.js";

interface Featured {
  readonly look: { readonly features: string };
  readonly context: {
    readonly face: { readonly info: { readonly postScriptName: string }; lacking(tags: readonly string[]): readonly string[] };
  };
  readonly src: Src;
}

/** The value 0 is off in any face. */
export function warnOfFeatures(w: Warnings, { look, context: { face }, src }: Featured): void {
  const on = look.features.split(" ").filter((feature) => !feature.endsWith("=0"));
  const lacking = face.lacking(on.map((feature) => feature.slice(0, 4)));
  if (lacking.length === 0) return;
  const named = lacking.length === 1 ? `feature ${lacking[0]!}` : `features ${lacking.slice(0, MOST).join(", ")}`;
  w.add("feature-lacking", src, `the font ${face.info.postScriptName} has no ${named}: font_features has no effect there`);
}

const MOST = 20;

// Placeholders of other template languages in literal text (FH-13).
import { formatFound } from "../core/fail.js";
import type { Reason } from "../help/reason.js";
import { below, type Meaning, type Names } from "./names.js";
import { partsOf } from "./text.js";

const PATH = String.raw`\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*`;
const PLACEHOLDER = new RegExp(String.raw`[$#]?\{${PATH}\}|<%[=-]?${PATH}-?%>|\[\[${PATH}\]\]`, "g");
const PAGE_VARIABLES: ReadonlySet<string> = new Set(["page", "total_pages"]);

/** Warnings of placeholders with a declared name, each with its binding as the patch. @param text whose bindings are closed */
export function likeBindings(text: string, names: Names): readonly Reason[] {
  if (!/[{<[]/.test(text)) return [];
  const parts = partsOf(text) ?? [];
  const found = new Map<string, string>();
  for (const part of parts) {
    if (part.kind !== "literal") continue;
    for (const [placeholder, ...paths] of part.text.matchAll(PLACEHOLDER)) {
      const path = paths.find((p) => p !== undefined)!;
      if (!PAGE_VARIABLES.has(path) && isPrintable(path, names)) found.set(placeholder, `{{${path}}}`);
    }
  }
  return [...found].map(([placeholder, binding]) => ({
    text: `did you mean ${binding}? ${formatFound(placeholder)} is printed as it is`,
    unsuggested: `${formatFound(placeholder)} is printed as it is: ${binding}`,
    suggestion: JSON.stringify(binding),
    mend: {
      whole: parts
        .map((part) =>
          part.kind === "literal" ? part.text.replace(PLACEHOLDER, (it) => (it === placeholder ? binding : it)) : `{{${part.source}}}`,
        )
        .join(""),
    },
  }));
}

/** True for a declared path that a text may have. */
function isPrintable(path: string, names: Names): boolean {
  const [first = "", ...rest] = path.split(".");
  let meaning: Meaning | undefined = names.first(first);
  for (const step of rest) {
    if (meaning === undefined) return false;
    const next = below(meaning, step, "");
    meaning = "meaning" in next ? next.meaning : undefined;
  }
  return meaning !== undefined && (typeof meaning === "string" || (meaning.kind === "value" && meaning.items === null));
}

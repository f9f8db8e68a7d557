import type { Problem } from "../../../compiler/core/fail.js";
import { findingOf, placesOf, type Finding } from "../../errors/findings.js";
import { checkTemplate } from "../../views/check.js";
import { builtIn } from "../../owner/templates.js";
import { say } from "./cli-files.js";
import type { CommandContext } from "./context.js";
import { write } from "./output-file.js";
import { problemLines } from "./problems.js";

/**
 * Prints errors and warnings of a template.
 * @param always with --json, also if there are no errors
 * @param how `bundled`: the file may be the id of a built-in template; `quiet`: no warnings; `given`: its bytes, if it is not a file
 * @returns null bytes after errors
 */
export async function lintedTemplate(
  cx: CommandContext,
  file: string,
  always: boolean,
  { bundled = false, quiet = false, given }: { readonly bundled?: boolean; readonly quiet?: boolean; readonly given?: Uint8Array } = {},
): Promise<{ readonly bytes: Uint8Array | null }> {
  const known = bundled ? builtIn(file) : null;
  if (known) return { bytes: known };
  const source = await cx.readRequest(file, given);
  const { bytes } = source;
  const { errors, warnings } = await checkTemplate(await cx.engine(), source, cx.bounds());
  const places = placesOf(source);
  const shown = (list: readonly Problem[], severity: Finding["severity"]): readonly Finding[] =>
    list.map((p) => findingOf(p, places, severity));
  if (!cx.json) {
    for (const line of problemLines({ errors, warnings: quiet ? [] : warnings }, cx.source)) say(line);
  } else if (always || errors.length > 0)
    await write("-", `${JSON.stringify({ errors: shown(errors, "error"), warnings: shown(warnings, "warning") })}\n`);
  return { bytes: errors.length === 0 ? bytes : null };
}

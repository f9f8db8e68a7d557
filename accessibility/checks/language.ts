// Checks of languages by the scripts of letters.
import { valueAt } from "../../compiler/core/patch.js";
import { fieldOf, type Place } from "../document/places.js";
import type { JudgedDocument } from "../document/judged-document.js";
import type { Run } from "../document/content.js";
import { eachLetter, nameOfScript, scriptsOf, SHARED_SCRIPTS } from "../document/scripts.js";
import type { TreeNode } from "../document/tree.js";
import { byPlace, seenRun, shortened, type Check, type Draft } from "./check.js";

/** Letters by which a language is doubted. */
const LEAST_LETTERS = 20;
const LEAST_SHARE = 0.1;

export const language: Check = (doc) => {
  const { content, document, request } = doc;
  const steps = ["settings", "metadata", "language"];
  const given = request.settings?.metadata?.language?.trim() ?? "";
  if (given === "") {
    const message = "the document has no language: set settings.metadata.language, by which screen readers pronounce it";
    return { tested: 1, drafts: [{ severity: "fail", steps: valueAt(request, steps) === undefined ? ["settings"] : steps, message }] };
  }
  const scripts = scriptsOf(document.metadata.language);
  let [all, own] = [0, 0];
  for (const { mark, op } of content.runs) {
    if (typeof mark !== "number") continue;
    eachLetter(op.text, (script) => {
      all++;
      if (scripts.has(script)) own++;
    });
  }
  if (all < LEAST_LETTERS || own / all >= LEAST_SHARE || scripts.size === 0) return { tested: 1, drafts: [] };
  const measured = Math.floor((own / all) * 100) / 100;
  const message = `of ${all} letters ${own} are of the script of the language ${given}: set the language of the text`;
  return { tested: 1, drafts: [{ severity: "fail", steps, message, text: given, measured, required: LEAST_SHARE }] };
};

/** Language that the request declares for a place. */
function declaredLanguage({ around }: Place): string | undefined {
  for (let i = around.length - 1; i >= 0; i--) {
    const { value } = around[i]!;
    const own = value["language"] ?? fieldOf(value["semantics"], "language");
    if (typeof own === "string" && own.trim() !== "" && value["title"] === undefined) return own.trim();
  }
  return undefined;
}

const INLINE: ReadonlySet<string> = new Set(["Span", "Link", "Reference", "Strong", "Em", "Lbl"]);

/** Elements with a text of their own, whose inner elements are parts of lines. */
const blocksOf = ({ tree }: JudgedDocument): readonly TreeNode[] =>
  tree.nodes.filter(
    ({ role, kids, place }) =>
      !INLINE.has(role) &&
      place.furniture === null &&
      kids.length > 0 &&
      kids.every((kid) => typeof kid === "number" || INLINE.has(kid.role)),
  );

export const languageOfParts: Check = (doc) => {
  const { document, tree } = doc;
  const drafts: Draft[] = [];
  let tested = 0;
  const inDocument = scriptsOf(document.metadata.language);
  const scriptsBy = new Map<string, ReadonlySet<string>>();
  for (const block of blocksOf(doc)) {
    let [script, count, letters] = ["", 0, ""];
    let first: Run | null = null;
    let isFound = false;
    let any = false;
    const end = (): void => {
      if (count >= LEAST_LETTERS && first && !isFound && SHARED_SCRIPTS.has(script)) {
        isFound = true;
        const tag = typeof first.mark === "number" ? (tree.ownerOf.get(first.mark)?.language ?? "") : "";
        drafts.push({
          severity: "person",
          steps: first.place.named,
          message: `${count} letters on end are ${nameOfScript(script)}, which the language ${document.metadata.language} does not use: declare their language`,
          ...seenRun(first),
          text: shortened(letters),
          measured: `${script}, tagged as ${tag}`,
        });
      }
      [script, count, letters, first] = ["", 0, "", null];
    };
    for (const run of tree.runs(block)) {
      const declared = declaredLanguage(run.place);
      let scripts = inDocument;
      if (declared !== undefined) {
        scripts = scriptsBy.get(declared) ?? scriptsOf(declared);
        scriptsBy.set(declared, scripts);
      }
      eachLetter(run.op.text, (found, letter) => {
        any = true;
        if (declared !== undefined || scripts.has(found) || scripts.size === 0) return end();
        if (found !== script) end();
        first ??= run;
        script = found;
        count++;
        letters += letter;
      });
    }
    end();
    if (any) tested++;
  }
  return { tested, drafts: byPlace(drafts) };
};

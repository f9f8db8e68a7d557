// Checks of the whole document: tags, title, outline, permissions, imported pages.
import type { Steps } from "../../compiler/core/patch.js";
import { pointerTo, valueAt } from "../../compiler/core/patch.js";
import { setting } from "../core/patches.js";
import type { JudgedDocument } from "../document/judged-document.js";
import type { Check, Draft } from "./check.js";

/** A field of the settings, or the settings without it. */
const settingAt = ({ request }: JudgedDocument, steps: Steps): Steps => (valueAt(request, steps) === undefined ? ["settings"] : steps);

/** PDF/UA that a profile takes, by its name. */
const UA_BESIDE: ReadonlyMap<string, string> = new Map([
  ["pdfa-2b", "ua1"],
  ["pdfa-2u", "ua1"],
  ["pdfa-3b", "ua1"],
  ["pdfa-3u", "ua1"],
  ["pdfa-4", "ua2"],
  ["pdfa-4f", "ua2"],
]);

export const tagged: Check = (doc) => {
  if (doc.isTagged) return { tested: 1, drafts: [] };
  const { profile: named, security } = doc.request.settings ?? {};
  const profile = (named ?? "").trim().toLowerCase();
  const edition = UA_BESIDE.get(profile);
  const mend = profile === "" ? setting(["settings", "profile"], "pdfa-ua1") : edition && setting(["settings", "accessibility"], edition);
  const ways = profile === "" ? ": set settings.profile to pdfa-ua1" : edition ? `: set settings.accessibility to ${edition}` : "";
  const draft: Draft = {
    severity: "fail",
    steps: settingAt(doc, ["settings", "profile"]),
    message: `the PDF has no tags, so that assistive technology does not know its structure${security ? "" : ways}`,
    ...(mend && !security && { mend }),
  };
  return { tested: 1, drafts: [draft] };
};

const FILE_NAME = /\.(?:pdf|docx?|odt|xlsx?|pptx?|indd|json|xml|html|md|txt|tex)$/i;

export const title: Check = (doc) => {
  const steps = ["settings", "metadata", "title"];
  const given = doc.request.settings?.metadata?.title?.trim() ?? "";
  const isFile = FILE_NAME.test(given);
  if (given !== "" && !isFile) return { tested: 1, drafts: [] };
  const [found, ...others] = titlesOf(doc);
  const text = found !== undefined && others.length === 0 ? found : undefined;
  const draft: Draft = {
    severity: "fail",
    steps: settingAt(doc, steps),
    message: isFile
      ? `the title of the document is the name of a file, ${JSON.stringify(given)}: describe the document`
      : "the document has no title: set settings.metadata.title",
    ...(isFile && { text: given }),
    ...(text !== undefined && { mend: setting(steps, text) }),
  };
  return { tested: 1, drafts: [draft] };
};

/** Texts of titles, else of headings of level 1. */
function titlesOf({ tree }: JudgedDocument): readonly string[] {
  const titles = tree.withRole("Title");
  return (titles.length > 0 ? titles : tree.withRole("H1"))
    .map((node) => tree.text(node).replace(/\s+/g, " ").trim())
    .filter((t) => t !== "");
}

const MANY_PAGES = 20;

export const outline: Check = ({ document }) => {
  const count = document.pages.length;
  if (count <= MANY_PAGES) return { tested: 0, drafts: [] };
  if (document.outline.length > 0) return { tested: 1, drafts: [] };
  const message = `the document has ${count} pages and no bookmarks: give it headings, which form the outline`;
  return { tested: 1, drafts: [{ severity: "advice", steps: [], message, measured: count, required: MANY_PAGES }] };
};

export const security: Check = ({ request }) => {
  if (!request.settings?.security) return { tested: 0, drafts: [] };
  const steps = ["settings", "security", "permissions", "extract_accessibility"];
  if (valueAt(request, steps) !== false) return { tested: 1, drafts: [] };
  const message = "assistive technology may not read the document: set extract_accessibility to true";
  return { tested: 1, drafts: [{ severity: "fail", steps, message, measured: "false", required: "true", mend: setting(steps, true) }] };
};

export const imported: Check = ({ document, places }) => {
  const drafts = (document.imports ?? []).map((file, i): Draft => {
    const pages = document.pages.flatMap((page, n) => (page.imported?.import === i ? [n] : []));
    const { steps } = places.of(file.source);
    const at = pages[0] === undefined ? {} : { page: pages[0] + 1 };
    return file.structure === null
      ? { severity: "fail", steps, ...at, count: pages.length, message: "pages of this PDF file have no tags", matterhorn: ["01-005"] }
      : {
          severity: "person",
          steps,
          ...at,
          count: pages.length,
          message: "tags and colours of the pages of this PDF file are not judged",
          matterhorn: [],
        };
  });
  const first = new Map<string, Draft>();
  for (const draft of drafts) {
    const key = pointerTo(draft.steps);
    const known = first.get(key);
    first.set(key, known ? { ...known, count: (known.count ?? 0) + (draft.count ?? 0) } : draft);
  }
  return { tested: drafts.length, drafts: [...first.values()] };
};

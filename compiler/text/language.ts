import { SCRIPTS } from "./ucd.js";

const LATN = (SCRIPTS as readonly string[]).indexOf("Latn");
/** Of writing systems that are several scripts, the one that most of a text is in. */
const PART_OF: Readonly<Record<string, string>> = { Jpan: "Hani", Hans: "Hani", Hant: "Hani", Hanb: "Hani", Kore: "Hang" };

const known = new Map<string, number>();

/** The script that a language (BCP 47) is written in, by its own subtag or the likely one (UTS #35), as an index of SCRIPTS; else Latin. */
export function scriptOfLanguage(language: string): number {
  let script = known.get(language);
  if (script === undefined) {
    script = find(language);
    known.set(language, script);
  }
  return script;
}

function find(language: string): number {
  let code: string | undefined;
  try {
    code = new Intl.Locale(language).maximize().script;
  } catch {
    // a tag that is none says nothing
  }
  const index = code === undefined ? -1 : (SCRIPTS as readonly string[]).indexOf(PART_OF[code] ?? code);
  return index < 0 ? LATN : index;
}

import { asObject, parsedJson } from "../../base/json.js";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../core/package.js";

interface Example {
  readonly name: string;
  readonly title: string;
  readonly request: object;
}

const STARTERS = path.join(packageRoot, "starters");
const DOCS = path.join(packageRoot, "docs");
const WORD = /[^\p{L}\p{N}]+/u;

let all: readonly Example[] | null = null;

/** Starters, examples of README, invoices, then those of docs/; the first of a name. */
export function examples(): readonly Example[] {
  if (all) return all;
  const found = new Map<string, Example>();
  for (const one of [...starters(), ...invoices(), ...ofReadme(), ...ofReference()]) if (!found.has(one.name)) found.set(one.name, one);
  return (all = [...found.values()]);
}

const withoutSchema = (file: string): object => {
  const { $schema: _, ...request } = asObject(parsedJson(readFileSync(file, "utf8")));
  return request;
};

/** Folders of examples: that of the repository, and those that the package has of it. */
const FOLDERS = ["examples", "dist/playground/examples"];

function example(name: string, title: string, file = `${name}.json`): readonly Example[] {
  const found = FOLDERS.map((folder) => path.join(packageRoot, folder, file)).find((it) => existsSync(it));
  return found === undefined ? [] : [{ name, title, request: withoutSchema(found) }];
}

const invoices = (): readonly Example[] => [
  ...example("e-invoice", "An e-invoice: a drawn invoice with its XML, ZUGFeRD or Factur-X", "e-invoice/invoice-zugferd.json"),
  ...example("invoice-as-data", "An invoice as data: e-invoice and drawing are made of its terms", "invoices-as-data/rechnung.json"),
];

/** Requests that README links to. */
function ofReadme(): readonly Example[] {
  const text = readFileSync(path.join(packageRoot, "README.md"), "utf8");
  const shown = [...text.matchAll(/\balt="([^"]*)">\]\(examples\/([\w-]+)\.json\)/g)].map(([, title, name]) => [name!, title!] as const);
  const named = [...text.matchAll(/\bexamples\/([\w-]+)\.json/g)].map(
    ([, name]) => [name!, `Example ${name!.replaceAll("-", " ")}`] as const,
  );
  return [...new Map([...named, ...shown])].flatMap(([name, title]) => example(name, title));
}

const starters = (): readonly Example[] =>
  readdirSync(STARTERS)
    .filter((f) => f.endsWith(".json"))
    .sort()
    .map((f) => {
      const name = f.replace(/\.json$/, "");
      const title = `${/^[aeiou]/.test(name) ? "An" : "A"} ${name} to begin with`;
      return { name, title, request: withoutSchema(path.join(STARTERS, f)) };
    });

function ofReference(): readonly Example[] {
  return readdirSync(DOCS)
    .filter((f) => f.endsWith(".md"))
    .sort()
    .flatMap((f) => {
      const text = readFileSync(path.join(DOCS, f), "utf8");
      const title = /^# (.+)$/m.exec(text)?.[1] ?? f;
      const named = [...text.matchAll(/<!-- example: ([\w-]+)[^>]*-->\n+```json\n([\s\S]*?)```/g)];
      const blocks = [...text.matchAll(/```json\n(\{\s*"brief"[\s\S]*?)```/g)];
      return [
        ...named.map((m) => ({ name: m[1]!, title: `${title}: ${m[1]!.replaceAll("-", " ")}`, request: asObject(parsedJson(m[2]!)) })),
        ...blocks.map((m, i) => ({
          name: `brief-${f.replace(/\.md$/, "")}${i === 0 ? "" : `-${i + 1}`}`,
          title: `A brief, of the page ${title}`,
          request: asObject(parsedJson(m[1]!)),
        })),
      ];
    });
}

/** Finds at most ten examples, by the number of words found; those in name or title count more. */
export function searched(query: string): readonly Example[] {
  const words = query
    .toLowerCase()
    .split(WORD)
    .filter((w) => w !== "");
  if (words.length === 0) return examples().slice(0, MOST);
  const ranked = examples().map((example, i) => {
    const named = `${example.name} ${example.title}`.toLowerCase();
    const text = JSON.stringify(example.request).toLowerCase();
    const isName = example.name === words.join("-");
    const score = words.reduce((sum, word) => sum + (named.includes(word) ? 3 : text.includes(word) ? 1 : 0), isName ? 1 : 0);
    return { example, score, i };
  });
  return ranked
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.i - b.i)
    .slice(0, MOST)
    .map(({ example }) => example);
}
const MOST = 10;

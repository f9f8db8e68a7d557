import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../core/package.js";

export interface Example {
  readonly name: string;
  readonly title: string;
  readonly request: object;
}

const STARTERS = path.join(packageRoot, "starters");
const DOCS = path.join(packageRoot, "docs");
const WORD = /[^\p{L}\p{N}]+/u;

let all: readonly Example[] | null = null;

export const examples = (): readonly Example[] => (all ??= [...starters(), ...ofReference()]);

const starters = (): readonly Example[] =>
  readdirSync(STARTERS)
    .filter((f) => f.endsWith(".json"))
    .sort()
    .map((f) => {
      const { $schema: _, ...request } = JSON.parse(readFileSync(path.join(STARTERS, f), "utf8")) as Record<string, unknown>;
      const name = f.replace(/\.json$/, "");
      return { name, title: `${/^[aeiou]/.test(name) ? "An" : "A"} ${name} to begin with`, request };
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
        ...named.map((m) => ({ name: m[1]!, title: `${title}: ${m[1]!.replaceAll("-", " ")}`, request: JSON.parse(m[2]!) as object })),
        ...blocks.map((m, i) => ({
          name: `brief-${f.replace(/\.md$/, "")}${i === 0 ? "" : `-${i + 1}`}`,
          title: `A brief, of the page ${title}`,
          request: JSON.parse(m[1]!) as object,
        })),
      ];
    });
}

/** At most ten, by the number of words found; those in name or title count more. */
export function searched(query: string): readonly Example[] {
  const words = query
    .toLowerCase()
    .split(WORD)
    .filter((w) => w !== "");
  if (words.length === 0) return examples().slice(0, MOST);
  const ranked = examples().map((example, i) => {
    const named = `${example.name} ${example.title}`.toLowerCase();
    const text = JSON.stringify(example.request).toLowerCase();
    const score = words.reduce((sum, word) => sum + (named.includes(word) ? 3 : text.includes(word) ? 1 : 0), 0);
    return { example, score, i };
  });
  return ranked
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.i - b.i)
    .slice(0, MOST)
    .map(({ example }) => example);
}
const MOST = 10;

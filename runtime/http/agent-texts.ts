// Texts for language models: GET /llms.txt and /llms-full.txt (R22).
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "platen-server/fastify";
import { packageRoot } from "../core/package.js";
import { isFresh, tagOf } from "./page-files.js";

const folder = path.join(packageRoot, "docs");
const HOUR = "public, max-age=3600";

interface Text {
  readonly body: string;
  readonly etag: string;
}

const textOf = (body: string): Text => ({ body, etag: tagOf(body) });
/** Links that leave `docs` lead to files of the repository, which the service does not have: their text stays (FH-43). */
const withoutOutside = (text: string): string => text.replace(/\[([^\]\n]*)\]\((?:\.\.|contract|adr)\/[^)\s]*\)/g, "$1");
const read = (name: string): string => withoutOutside(readFileSync(path.join(folder, name), "utf8"));

/** Returns the text of all pages, in the order of llms.txt, then others. */
export function fullText(): string {
  const listed = [...read("llms.txt").matchAll(/\]\(\/docs\/([\w-]+\.md)\)/g)].map((m) => m[1]!);
  const others = readdirSync(folder).filter((f) => f.endsWith(".md") && f !== "README.md" && !listed.includes(f));
  return `${[...new Set([...listed, ...others])].map((name) => plainPage(name, read(name))).join("\n\n")}\n`;
}

/** Of a table; longer ones are data that few documents need. */
const MOST_CHARACTERS = 6_100;
/** Of a page's tables: the first are those that most documents need. */
const MOST_OF_PAGE = 13_000;

const cellsOf = (table: string): readonly (readonly string[])[] =>
  table
    .trimEnd()
    .split("\n")
    .map((row) =>
      row
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replace(/ {2,}/g, " ")),
    );

/** A list of fields: their tables have empty cells, and a head for every type. */
function plainFields([head = [], , ...rows]: readonly (readonly string[])[]): string {
  const told = (cell: string, column: number): string => {
    if (head[column] !== "default" || cell === "") return cell;
    return cell === "**required**" ? "required" : `default ${cell}`;
  };
  return rows
    .map(([name, ...cells]) => {
      const meaning = cells.pop()!;
      const facts = cells.map((cell, i) => told(cell, i + 1)).filter((fact) => fact !== "");
      return `- ${name}: ${facts.join("; ")}. ${meaning}\n`;
    })
    .join("");
}

/** Writes a table without alignment, and without columns that have no value. */
function plainTable(table: string): string {
  const rows = cellsOf(table);
  const [head = []] = rows;
  if (head[0] === "field" && head.at(-1) === "meaning") return plainFields(rows);
  const shown = head.map((_, column) => column === 0 || rows.slice(2).some((row) => (row[column] ?? "") !== ""));
  const lines = rows.map((row, i) => `|${(i === 1 ? row.map(() => "-") : row).filter((_, column) => shown[column]).join("|")}|`);
  return `${lines.join("\n")}${table.endsWith("\n") ? "\n" : ""}`;
}

/** Tables of fields and of data within the bounds; others are named. */
function shortTables(name: string, text: string): string {
  let sum = 0;
  return text.replace(/<!-- (fields|table): [^>]*-->[\s\S]*?<!-- \/\1 -->/g, (block) => {
    if (block.length > MOST_CHARACTERS || sum + block.length > MOST_OF_PAGE) return `The table is in /docs/${name}.`;
    sum += block.length;
    return block;
  });
}

/** Without long tables, pictures, anchors and links to them, comments, alignment; examples on one line. */
const plainPage = (name: string, text: string): string =>
  shortTables(name, text)
    .replace(/<!--[\s\S]*?-->\n*/g, "")
    .replace(/<a id="[^"]*"><\/a>\n*/g, "")
    .replace(/!\[[^\]]*\]\([^)]*\)\n*/g, "")
    .replace(/<img[^>]*>\n*/g, "")
    .replace(/\[([^\]\n]+)\]\([\w.-]*#type-[^)]*\)/g, "$1")
    .replace(/(?:^\|.*\|$\n?)+/gm, plainTable)
    .replace(/```json\n([\s\S]*?)```/g, (_, json: string) => `\`\`\`json\n${JSON.stringify(JSON.parse(json))}\n\`\`\``)
    .replace(/\n{3,}/g, "\n\n")
    .trim();

const texts = new Map<string, Text>();
function known(name: string, make: () => string): Text {
  let text = texts.get(name);
  if (!text) texts.set(name, (text = textOf(make())));
  return text;
}

let pages: ReadonlySet<string> | null = null;
/** A page of docs/ by its file name; null for one that does not exist. */
export function markdownText(name: string): Text | null {
  pages ??= new Set(readdirSync(folder).filter((file) => file.endsWith(".md")));
  return pages.has(name) ? known(name, () => read(name)) : null;
}

export function sendText(req: FastifyRequest, reply: FastifyReply, text: Text, type: "plain" | "markdown"): FastifyReply {
  reply.header("Cache-Control", HOUR).header("ETag", text.etag);
  if (isFresh(req, text.etag)) return reply.code(304).send();
  return reply.header("Content-Type", `text/${type}; charset=utf-8`).send(text.body);
}

export function agentTextRoutes(app: FastifyInstance): void {
  app.get("/llms.txt", (req, reply) =>
    sendText(
      req,
      reply,
      known("llms.txt", () => read("llms.txt")),
      "plain",
    ),
  );
  app.get("/llms-full.txt", (req, reply) => sendText(req, reply, known("llms-full.txt", fullText), "plain"));
}

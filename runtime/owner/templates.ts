// Store of owners' templates by id, and the built-in templates.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../core/package.js";
import type { Database, Row } from "../store/database.js";

/** List entry of a template. */
export interface TemplateEntry {
  readonly id: string;
  /** null for built-in templates */
  readonly owner: string | null;
  readonly version: number;
  readonly state: "active" | "superseded" | "retired";
  readonly sha256: string;
  /** ISO 8601, null for built-in templates */
  readonly created: string | null;
}

const ID = /^[a-zA-Z0-9][\w.-]{0,127}$/;
export const isTemplateId = (id: string): boolean => ID.test(id);

const FOLDER = path.join(packageRoot, "templates");
const builtIns = new Map<string, Uint8Array>();

let ids: readonly string[] | null = null;
/** Sorted ids of the built-in templates. The folder is read once, since every template render needs them. */
export const builtInIds = (): readonly string[] =>
  (ids ??= existsSync(FOLDER)
    ? readdirSync(FOLDER)
        .filter((f) => f.endsWith(".json"))
        .map((f) => f.replace(/\.json$/, ""))
        .sort()
    : []);

/** @returns null for an unknown id */
export function builtIn(id: string): Uint8Array | null {
  if (!builtInIds().includes(id)) return null;
  let source = builtIns.get(id);
  if (!source) builtIns.set(id, (source = new Uint8Array(readFileSync(path.join(FOLDER, `${id}.json`)))));
  return source;
}

/** Sample data for a built-in template; null for an unknown id. */
export const builtInSample = (id: string): unknown =>
  builtIn(id) ? (JSON.parse(readFileSync(path.join(FOLDER, "data", `${id}.full.json`), "utf8")) as unknown) : null;

const hashOf = (source: Uint8Array): string => createHash("sha256").update(source).digest("hex");

/** Published templates. Versions are immutable; the latest is active until the template is retired. */
export class Templates {
  constructor(
    readonly db: Database,
    readonly now: () => number = Date.now,
  ) {}

  /** Source of the active version; null if the id is unknown or retired. */
  async source(owner: string, id: string): Promise<Uint8Array | null> {
    const known = builtIn(id);
    if (known) return known;
    const [row] = await this.db.all(
      "SELECT source, retired FROM templates WHERE owner = ? AND id = ? ORDER BY version DESC LIMIT 1",
      owner,
      id,
    );
    return row && row["retired"] === 0 ? new Uint8Array(row["source"] as Uint8Array) : null;
  }

  /** @returns number of the new version, unique for concurrent calls */
  async publish(owner: string, id: string, source: Uint8Array): Promise<number> {
    const sha256 = hashOf(source);
    for (;;) {
      const rows = await this.db.all(
        `INSERT INTO templates (owner, id, version, source, sha256, retired, created_ms)
         SELECT ?, ?, COALESCE(MAX(version), 0) + 1, ?, ?, 0, ? FROM templates WHERE owner = ? AND id = ?
         ON CONFLICT DO NOTHING RETURNING version`,
        ...[owner, id, source, sha256, this.now(), owner, id],
      );
      if (rows.length > 0) return rows[0]!["version"] as number;
    }
  }

  /** All versions of an owner's templates, newest first, after the built-in ones. */
  async list(owner: string): Promise<readonly TemplateEntry[]> {
    const rows = await this.db.all(
      "SELECT id, owner, version, sha256, retired, created_ms FROM templates WHERE owner = ? ORDER BY id, version DESC",
      owner,
    );
    const own = rows.map((row, i): TemplateEntry => ({ ...entryOf(row), state: stateOf(row, rows[i - 1]) }));
    return [...builtInIds().map(builtInEntry), ...own];
  }

  /** @param version defaults to the latest; null if it does not exist */
  async show(owner: string, id: string, version?: number): Promise<{ readonly entry: TemplateEntry; readonly source: Uint8Array } | null> {
    const known = builtIn(id);
    if (known) return version === undefined || version === 1 ? { entry: builtInEntry(id), source: known } : null;
    const entries = (await this.list(owner)).filter((e) => e.id === id && e.owner !== null);
    const entry = version === undefined ? entries[0] : entries.find((e) => e.version === version);
    if (!entry) return null;
    const [row] = await this.db.all("SELECT source FROM templates WHERE owner = ? AND id = ? AND version = ?", owner, id, entry.version);
    return { entry, source: new Uint8Array(row!["source"] as Uint8Array) };
  }

  /** Deactivates all versions until the next is published. @returns true if the template existed */
  async retire(owner: string, id: string): Promise<boolean> {
    return (await this.db.run("UPDATE templates SET retired = 1 WHERE owner = ? AND id = ? AND retired = 0", owner, id)) > 0;
  }
}

const builtInEntry = (id: string): TemplateEntry => ({
  id,
  owner: null,
  version: 1,
  state: "active",
  sha256: hashOf(builtIn(id)!),
  created: null,
});

const entryOf = (row: Row): Omit<TemplateEntry, "state"> => ({
  id: row["id"] as string,
  owner: row["owner"] as string,
  version: row["version"] as number,
  sha256: row["sha256"] as string,
  created: new Date(row["created_ms"] as number).toISOString(),
});

/** @param before preceding row: a later version of the same template */
const stateOf = (row: Row, before: Row | undefined): TemplateEntry["state"] =>
  row["retired"] === 1 ? "retired" : before?.["id"] === row["id"] ? "superseded" : "active";

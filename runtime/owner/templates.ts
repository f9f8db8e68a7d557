import { parsedJson } from "../../base/json.js";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../core/package.js";
import { OWNER_LIMITS, ownerLimitSetting, type OwnerLimits } from "../core/owner-limits.js";
import type { Database, Row } from "../store/database.js";
import { ownerLock } from "../store/owner-lock.js";
import { checkPrecondition, etagOf, tooMany, UNCONDITIONAL, type Put } from "./revisions.js";
import { bytesOf, intOf, textOf, timeOf } from "../store/row.js";

export interface TemplateEntry {
  readonly id: string;
  /** null for built-in templates */
  readonly owner: string | null;
  readonly version: number;
  readonly state: "active" | "superseded" | "retired";
  readonly sha256: string;
  readonly bytes: number;
  /** ISO 8601, null for built-in templates */
  readonly created: string | null;
  /** as in the header */
  readonly etag: string;
  readonly built_in: boolean;
}

export interface PublishedTemplate extends Put<TemplateEntry> {
  /** false: the bytes are the active version's */
  readonly isChanged: boolean;
}

const ID = /^[a-zA-Z0-9][\w.-]{0,127}$/;
export const isTemplateId = (id: string): boolean => ID.test(id);

const FOLDER = path.join(packageRoot, "templates");
const builtIns = new Map<string, Uint8Array>();

let ids: readonly string[] | null = null;
/** The folder is read once: every template render needs it. */
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

/** Returns the sample of a built-in template; null if it is unknown. */
export const builtInSample = (id: string): unknown =>
  builtIn(id) ? parsedJson(readFileSync(path.join(FOLDER, "data", `${id}.full.json`), "utf8")) : null;

const hashOf = (source: Uint8Array): string => createHash("sha256").update(source).digest("hex");

/** Versions are immutable; the latest is active until retired. */
export class Templates {
  constructor(
    readonly db: Database,
    readonly now: () => number = Date.now,
    readonly most: Pick<OwnerLimits, "owner_templates" | "template_versions"> = OWNER_LIMITS,
  ) {}

  /** Null if unknown or retired. */
  async source(owner: string, id: string): Promise<Uint8Array | null> {
    const known = builtIn(id);
    if (known) return known;
    const [row] = await this.db.all(
      "SELECT source, retired FROM templates WHERE owner = ? AND id = ? ORDER BY version DESC LIMIT 1",
      owner,
      id,
    );
    return row && row["retired"] === 0 ? new Uint8Array(bytesOf(row, "source")) : null;
  }

  /**
   * No new version if the bytes are those of the active one. The oldest beyond `most` are removed. @throws ServiceError API-412 if the
   * condition is not met, API-002 if the owner would exceed `most`
   */
  async publish(owner: string, id: string, source: Uint8Array, condition = UNCONDITIONAL): Promise<PublishedTemplate> {
    const sha256 = hashOf(source);
    for (;;) {
      const before = await this.#latest(owner, id);
      const active = before?.["retired"] === 0 ? entryOf(before, "active") : null;
      checkPrecondition(condition, active?.etag ?? null);
      if (active?.sha256 === sha256) return { entry: active, isNew: false, isChanged: false };
      const last = before ? intOf(before, "version") : 0;
      const row = { owner, id, version: last + 1, sha256, retired: 0, size: source.length, created_ms: this.now() };
      const isDone = await this.db.together([
        ownerLock(owner),
        {
          sql: `INSERT INTO templates (owner, id, version, source, sha256, retired, created_ms)
                SELECT ?, ?, ?, ?, ?, 0, ? FROM (SELECT COUNT(DISTINCT id) AS n FROM templates WHERE owner = ? AND id <> ? AND retired = 0) AS others
                WHERE n < ? AND NOT EXISTS (SELECT 1 FROM templates WHERE owner = ? AND id = ? AND (version > ? OR (version = ? AND retired <> ?)))
                ON CONFLICT DO NOTHING`,
          values: [
            ...[owner, id, row.version, source, sha256, row.created_ms, owner, id],
            ...[this.most.owner_templates, owner, id, last, last, active ? 0 : 1],
          ],
        },
      ]);
      if (isDone) {
        const oldest = row.version - this.most.template_versions;
        if (oldest > 0) await this.db.run("DELETE FROM templates WHERE owner = ? AND id = ? AND version <= ?", owner, id, oldest);
        return { entry: entryOf(row, "active"), isNew: !active, isChanged: true };
      }
      const [others] = await this.db.all(
        "SELECT COUNT(DISTINCT id) AS n FROM templates WHERE owner = ? AND id <> ? AND retired = 0",
        owner,
        id,
      );
      if (intOf(others!, "n") >= this.most.owner_templates)
        throw tooMany(this.most.owner_templates, ownerLimitSetting("owner_templates"), "templates");
    }
  }

  /** Newest first, after the built-in ones. */
  async list(owner: string): Promise<readonly TemplateEntry[]> {
    const { byCodePoint } = this.db;
    const rows = await this.db.all(`SELECT ${COLUMNS} FROM templates WHERE owner = ? ORDER BY id ${byCodePoint}, version DESC`, owner);
    return [...builtInIds().map(builtInEntry), ...rows.map((row, i) => entryOf(row, stateOf(row, rows[i - 1])))];
  }

  /** Latest versions by id, after one of an earlier page; active ones include built-in ones. */
  async page(owner: string, state: "active" | "retired", after: string | null, count: number): Promise<readonly TemplateEntry[]> {
    const { byCodePoint } = this.db;
    const rows = await this.db.all(
      `SELECT ${COLUMNS} FROM templates WHERE owner = ? AND retired = ? AND (? = 1 OR id ${byCodePoint} > ?)
         AND version = (SELECT MAX(version) FROM templates AS later WHERE later.owner = templates.owner AND later.id = templates.id)
       ORDER BY id ${byCodePoint} LIMIT ?`,
      ...[owner, state === "retired" ? 1 : 0, after === null ? 1 : 0, after ?? "", count],
    );
    const builtIns = state === "active" ? builtInIds().filter((id) => after === null || id > after) : [];
    return [...builtIns.map(builtInEntry), ...rows.map((row) => entryOf(row, state))]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, count);
  }

  /** Newest first, before one of an earlier page. */
  async versions(owner: string, id: string, before: number | null, count: number): Promise<readonly TemplateEntry[]> {
    if (builtIn(id)) return before === null ? [builtInEntry(id)] : [];
    const latest = await this.#latest(owner, id);
    const rows = await this.db.all(
      `SELECT ${COLUMNS} FROM templates WHERE owner = ? AND id = ? AND version < ? ORDER BY version DESC LIMIT ?`,
      ...[owner, id, before ?? Number.MAX_SAFE_INTEGER, count],
    );
    const state = (row: Row): TemplateEntry["state"] =>
      row["retired"] === 1 ? "retired" : row["version"] === latest?.["version"] ? "active" : "superseded";
    return rows.map((row) => entryOf(row, state(row)));
  }

  async show(owner: string, id: string, version?: number): Promise<{ readonly entry: TemplateEntry; readonly source: Uint8Array } | null> {
    const known = builtIn(id);
    if (known) return version === undefined || version === 1 ? { entry: builtInEntry(id), source: known } : null;
    const entries = (await this.list(owner)).filter((e) => e.id === id && e.owner !== null);
    const entry = version === undefined ? entries[0] : entries.find((e) => e.version === version);
    if (!entry) return null;
    const [row] = await this.db.all("SELECT source FROM templates WHERE owner = ? AND id = ? AND version = ?", owner, id, entry.version);
    return { entry, source: new Uint8Array(bytesOf(row!, "source")) };
  }

  /** Retires a template until the next is published. @returns true if it existed @throws ServiceError API-412 */
  async retire(owner: string, id: string, condition = UNCONDITIONAL): Promise<boolean> {
    for (;;) {
      const before = await this.#latest(owner, id);
      const isActive = before?.["retired"] === 0;
      checkPrecondition(condition, isActive ? entryOf(before, "active").etag : null);
      if (!isActive) return false;
      const version = intOf(before, "version");
      const isDone = await this.db.together([
        ownerLock(owner),
        {
          sql: `UPDATE templates SET retired = 1 WHERE owner = ? AND id = ? AND retired = 0
                  AND NOT EXISTS (SELECT 1 FROM templates AS later WHERE later.owner = ? AND later.id = ? AND later.version > ?)`,
          values: [owner, id, owner, id, version],
        },
      ]);
      if (isDone) return true;
    }
  }

  async #latest(owner: string, id: string): Promise<Row | undefined> {
    return (await this.db.all(`SELECT ${COLUMNS} FROM templates WHERE owner = ? AND id = ? ORDER BY version DESC LIMIT 1`, owner, id))[0];
  }
}

const COLUMNS = "owner, id, version, sha256, retired, LENGTH(source) AS size, created_ms";

function builtInEntry(id: string): TemplateEntry {
  const source = builtIn(id)!;
  const sha256 = hashOf(source);
  return {
    ...{ id, owner: null, version: 1, state: "active", sha256, bytes: source.length, created: null },
    ...{ etag: etagOf(id, sha256), built_in: true },
  };
}

const entryOf = (row: Row, state: TemplateEntry["state"]): TemplateEntry => ({
  id: textOf(row, "id"),
  owner: textOf(row, "owner"),
  version: intOf(row, "version"),
  state,
  sha256: textOf(row, "sha256"),
  bytes: intOf(row, "size"),
  created: timeOf(row, "created_ms"),
  etag: etagOf(intOf(row, "version"), textOf(row, "sha256"), intOf(row, "created_ms")),
  built_in: false,
});

/** @param before preceding row: a later version of the same template */
const stateOf = (row: Row, before: Row | undefined): TemplateEntry["state"] =>
  row["retired"] === 1 ? "retired" : before?.["id"] === row["id"] ? "superseded" : "active";

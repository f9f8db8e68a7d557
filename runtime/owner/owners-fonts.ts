import { ownJson } from "../../base/json.js";
import { randomUUID } from "node:crypto";
import type { BlobId } from "../../ir/ir.js";
import { normalName } from "../../compiler/core/families.js";
import type { Embedding, FaceInfo, FontAxis, NamedInstance } from "../../compiler/core/world.js";
import { OWNER_LIMITS, ownerLimitSetting, type OwnerLimits } from "../core/owner-limits.js";
import type { Database, Row } from "../store/database.js";
import { ownerLock } from "../store/owner-lock.js";
import { faceIdOf } from "./face-id.js";
import { checkPrecondition, etagOf, tooMany, UNCONDITIONAL, type Put } from "./revisions.js";
import { describedFace, type CheckedFace } from "../fonts/font-files.js";
import { bytesOf, intOf, textOf, timeOf } from "../store/row.js";

export interface FontEntry {
  /** PostScript name */
  readonly name: string;
  readonly family: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly bytes: number;
  readonly sha256: string;
  readonly created: string;
  /** as in the header */
  readonly etag: string;
  /** (FT-33): as the others that follow only of a font with any */
  readonly axes?: readonly FontAxis[];
  readonly instances?: readonly NamedInstance[];
  readonly color?: FaceInfo["color"];
  readonly not_drawn?: readonly string[];
  readonly embedding: Embedding;
  readonly licensed?: true;
}

export const isFaceName = (name: string): boolean => /^[\x20-\x7e]{1,120}$/.test(name);
export const sameFaceName = (a: string, b: string): boolean => normalName(a) === normalName(b);

const COLUMNS = "face, sha256, size, created_ms, revision";

const sha256Of = (id: BlobId): string => id.slice("sha256-".length);

export class OwnersFonts {
  constructor(
    readonly db: Database,
    readonly now: () => number = Date.now,
    readonly most: Pick<OwnerLimits, "owner_fonts" | "owner_font_bytes"> = OWNER_LIMITS,
  ) {}

  /** @throws ServiceError API-412 if the condition is not met, API-002 beyond `most` */
  async add(owner: string, checked: CheckedFace, bytes: Uint8Array, condition = UNCONDITIONAL): Promise<Put<FontEntry>> {
    const name = normalName(checked.face.postScriptName);
    const { owner_fonts: files, owner_font_bytes: total } = this.most;
    for (;;) {
      const before = await this.#row(owner, name);
      checkPrecondition(condition, before ? etagOf(...stateOf(before)) : null);
      const row = {
        ...{ face: JSON.stringify(checked), sha256: sha256Of(checked.face.blob), size: bytes.length },
        ...{ created_ms: this.now(), revision: randomUUID() },
      };
      const own = [row.face, row.sha256, bytes, row.size, row.created_ms, row.revision];
      const others = "(SELECT COUNT(*) AS files, COALESCE(SUM(size), 0) AS total FROM fonts WHERE owner = ? AND name <> ?)";
      const room = [owner, name, total - bytes.length];
      const isDone = await this.db.together([
        ownerLock(owner),
        before
          ? {
              sql: `UPDATE fonts SET face = ?, sha256 = ?, bytes = ?, size = ?, created_ms = ?, revision = ?
                    WHERE owner = ? AND name = ? AND sha256 = ? AND created_ms = ? AND revision = ?
                      AND (SELECT total FROM ${others} AS others) <= ?`,
              values: [...own, owner, name, ...stateOf(before), ...room],
            }
          : {
              sql: `INSERT INTO fonts (face, sha256, bytes, size, created_ms, revision, owner, name)
                    SELECT ?, ?, ?, ?, ?, ?, ?, ? FROM ${others} AS others WHERE total <= ? AND files < ? ON CONFLICT DO NOTHING`,
              values: [...own, owner, name, ...room, files],
            },
      ]);
      if (isDone) return { entry: entryOf(row, checked), isNew: !before };
      await this.#checkRoom(owner, name, bytes.length, !before);
    }
  }

  /** @throws ServiceError API-002 if there is none */
  async #checkRoom(owner: string, name: string, bytes: number, isNew: boolean): Promise<void> {
    const [row] = await this.db.all(
      "SELECT COUNT(*) AS files, CAST(COALESCE(SUM(size), 0) AS BIGINT) AS total FROM fonts WHERE owner = ? AND name <> ?",
      owner,
      name,
    );
    const { owner_fonts: files, owner_font_bytes: total } = this.most;
    if (isNew && intOf(row!, "files") >= files) throw tooMany(files, ownerLimitSetting("owner_fonts"), "fonts");
    if (intOf(row!, "total") + bytes > total) throw tooMany(total, ownerLimitSetting("owner_font_bytes"), "bytes of fonts");
  }

  /** @param name PostScript name, compared without case, spaces and hyphens */
  async show(owner: string, name: string): Promise<{ readonly entry: FontEntry; readonly bytes: Uint8Array } | null> {
    const [row] = await this.db.all(`SELECT ${COLUMNS}, bytes FROM fonts WHERE owner = ? AND name = ?`, owner, normalName(name));
    if (!row) return null;
    const bytes = new Uint8Array(bytesOf(row, "bytes"));
    return { entry: entryOf(row, read(faceOf(row), bytes)), bytes };
  }

  /** Ids of `faces`. */
  async ids(owner: string): Promise<readonly string[]> {
    // a text in the JSON has its quotes escaped
    const licensed = `CASE WHEN face LIKE '%"licensed":true%' THEN 1 ELSE 0 END AS licensed`;
    const rows = await this.db.all(`SELECT sha256, ${licensed} FROM fonts WHERE owner = ? ORDER BY name`, owner);
    return rows.map((row) => faceIdOf(`sha256-${textOf(row, "sha256")}`, intOf(row, "licensed") === 1));
  }

  async faces(owner: string): Promise<readonly CheckedFace[]> {
    const rows = await this.db.all("SELECT face FROM fonts WHERE owner = ? ORDER BY name", owner);
    return rows.map(faceOf);
  }

  /** Null if the owner lacks it. */
  async bytes(owner: string, id: BlobId): Promise<Uint8Array | null> {
    const [row] = await this.db.all("SELECT bytes FROM fonts WHERE owner = ? AND sha256 = ?", owner, sha256Of(id));
    return row ? new Uint8Array(bytesOf(row, "bytes")) : null;
  }

  async list(owner: string, family?: string): Promise<readonly FontEntry[]> {
    const rows = await this.db.all(`SELECT ${COLUMNS} FROM fonts WHERE owner = ? ORDER BY name`, owner);
    const all: FontEntry[] = [];
    for (const row of rows) {
      const face = faceOf(row);
      const bytes = isRead(face) ? null : await this.bytes(owner, face.face.blob);
      all.push(entryOf(row, bytes ? describedFace(face, bytes) : face));
    }
    return family === undefined ? all : all.filter((e) => normalName(e.family) === normalName(family));
  }

  /** @returns true if it existed @throws ServiceError API-412 */
  async remove(owner: string, given: string, condition = UNCONDITIONAL): Promise<boolean> {
    const name = normalName(given);
    for (;;) {
      const before = await this.#row(owner, name);
      checkPrecondition(condition, before ? etagOf(...stateOf(before)) : null);
      if (!before) return false;
      const sql = "DELETE FROM fonts WHERE owner = ? AND name = ? AND sha256 = ? AND created_ms = ? AND revision = ?";
      if ((await this.db.run(sql, owner, name, ...stateOf(before))) > 0) return true;
    }
  }

  async #row(owner: string, name: string): Promise<Row | undefined> {
    return (await this.db.all(`SELECT ${COLUMNS} FROM fonts WHERE owner = ? AND name = ?`, owner, name))[0];
  }
}

const stateOf = (row: Row) => [textOf(row, "sha256"), intOf(row, "created_ms"), textOf(row, "revision")] as const;

const faceOf = (row: Row): CheckedFace => ownJson(textOf(row, "face"));

/** False for a font that was stored before its tables were described (FT-32). */
const isRead = ({ face }: CheckedFace): boolean => face.embedding !== undefined;

const read = (face: CheckedFace, bytes: Uint8Array): CheckedFace => (isRead(face) ? face : describedFace(face, bytes));

function entryOf(row: Row, { face, notDrawn }: CheckedFace): FontEntry {
  const { axes = [], instances = [] } = face.variable ?? {};
  return {
    name: face.postScriptName,
    family: face.family,
    weight: face.weight,
    italic: face.italic,
    bytes: intOf(row, "size"),
    sha256: textOf(row, "sha256"),
    created: timeOf(row, "created_ms"),
    etag: etagOf(...stateOf(row)),
    ...(axes.length > 0 && { axes }),
    ...(instances.length > 0 && { instances }),
    ...(face.color && { color: face.color }),
    ...(notDrawn && { not_drawn: notDrawn }),
    embedding: face.embedding ?? "installable",
    ...(face.licensed && { licensed: face.licensed }),
  };
}

// Owners' fonts, by PostScript name.
import type { BlobId } from "../../ir/ir.js";
import { normalName } from "../../compiler/core/families.js";
import type { Database, Row } from "../store/database.js";
import type { CheckedFace } from "../fonts/font-files.js";

export interface FontEntry {
  /** PostScript name */
  readonly name: string;
  readonly family: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly bytes: number;
  readonly sha256: string;
  readonly created: string;
}

export const MAX_FONT_BYTES = 32 * 1024 * 1024;
/** Limits per owner. */
export const MAX_FONTS = { files: 64, bytes: 128 * 1024 * 1024 };

const sha256Of = (id: BlobId): string => id.slice("sha256-".length);

export class OwnersFonts {
  constructor(
    readonly db: Database,
    readonly now: () => number = Date.now,
    readonly most = MAX_FONTS,
  ) {}

  /**
   * Adds a font, or replaces the one with its PostScript name.
   * @returns false if the owner would exceed `most`
   */
  async add(owner: string, checked: CheckedFace, bytes: Uint8Array): Promise<boolean> {
    const name = normalName(checked.face.postScriptName);
    const changed = await this.db.run(
      `INSERT INTO fonts (owner, name, face, sha256, bytes, size, created_ms)
       SELECT ?, ?, ?, ?, ?, ?, ?
       FROM (SELECT COUNT(*) AS files, COALESCE(SUM(size), 0) AS total FROM fonts WHERE owner = ? AND name <> ?) AS others
       WHERE files < ? AND total <= ?
       ON CONFLICT (owner, name) DO UPDATE SET
         face = excluded.face, sha256 = excluded.sha256, bytes = excluded.bytes, size = excluded.size, created_ms = excluded.created_ms`,
      ...[owner, name, JSON.stringify(checked), sha256Of(checked.face.blob), bytes, bytes.length, this.now()],
      ...[owner, name, this.most.files, this.most.bytes - bytes.length],
    );
    return changed > 0;
  }

  /** File hashes, sorted by name. */
  async ids(owner: string): Promise<readonly BlobId[]> {
    const rows = await this.db.all("SELECT sha256 FROM fonts WHERE owner = ? ORDER BY name", owner);
    return rows.map((row) => `sha256-${row["sha256"] as string}` as const);
  }

  /** Faces sorted by name. */
  async faces(owner: string): Promise<readonly CheckedFace[]> {
    const rows = await this.db.all("SELECT face FROM fonts WHERE owner = ? ORDER BY name", owner);
    return rows.map((row) => JSON.parse(row["face"] as string) as CheckedFace);
  }

  /** File by hash; null if the owner does not have it. */
  async bytes(owner: string, id: BlobId): Promise<Uint8Array | null> {
    const [row] = await this.db.all("SELECT bytes FROM fonts WHERE owner = ? AND sha256 = ?", owner, sha256Of(id));
    return row ? new Uint8Array(row["bytes"] as Uint8Array) : null;
  }

  /** Entries sorted by name. */
  async list(owner: string): Promise<readonly FontEntry[]> {
    const rows = await this.db.all("SELECT face, sha256, size, created_ms FROM fonts WHERE owner = ? ORDER BY name", owner);
    return rows.map(entryOf);
  }

  /** @returns true if it existed */
  async remove(owner: string, name: string): Promise<boolean> {
    return (await this.db.run("DELETE FROM fonts WHERE owner = ? AND name = ?", owner, normalName(name))) > 0;
  }
}

function entryOf(row: Row): FontEntry {
  const { face } = JSON.parse(row["face"] as string) as CheckedFace;
  return {
    name: face.postScriptName,
    family: face.family,
    weight: face.weight,
    italic: face.italic,
    bytes: row["size"] as number,
    sha256: row["sha256"] as string,
    created: new Date(row["created_ms"] as number).toISOString(),
  };
}

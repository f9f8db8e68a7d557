import { createHash, randomUUID } from "node:crypto";
import { OWNER_LIMITS, ownerLimitSetting, type OwnerLimits } from "../core/owner-limits.js";
import type { Database, Row } from "../store/database.js";
import { ownerLock } from "../store/owner-lock.js";
import { HEAD_BYTES, pictureType, type PictureType } from "./picture-type.js";
import { checkPrecondition, etagOf, tooMany, UNCONDITIONAL, type Put } from "./revisions.js";
import { bytesOf, intOf, textOf, timeOf } from "../store/row.js";

interface AssetEntry {
  readonly key: string;
  readonly content_type: PictureType;
  readonly bytes: number;
  readonly sha256: string;
  readonly created: string;
  /** as in the header */
  readonly etag: string;
}

/** Keys are only compared, never used as paths. */
const KEY = /^\P{Cc}{1,256}$/u;
export const isAssetKey = (key: string): boolean =>
  KEY.test(key) && key.trim() === key && key !== "." && key !== ".." && key.isWellFormed();

/** The first bytes tell the type of a picture. */
const COLUMNS = `key, sha256, LENGTH(bytes) AS size, SUBSTR(bytes, 1, ${HEAD_BYTES}) AS head, created_ms, revision`;

export class Assets {
  constructor(
    readonly db: Database,
    readonly now: () => number = Date.now,
    readonly most: Pick<OwnerLimits, "owner_assets" | "owner_asset_bytes"> = OWNER_LIMITS,
  ) {}

  /** @throws ServiceError API-412 if the condition is not met, API-002 beyond `most` */
  async put(owner: string, key: string, bytes: Uint8Array, condition = UNCONDITIONAL): Promise<Put<AssetEntry>> {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const { owner_assets: files, owner_asset_bytes: total } = this.most;
    for (;;) {
      const before = await this.#row(owner, key);
      checkPrecondition(condition, before ? entryOf(before).etag : null);
      const row = { key, sha256, size: bytes.length, head: bytes.subarray(0, HEAD_BYTES), created_ms: this.now(), revision: randomUUID() };
      const others = `(SELECT COUNT(*) AS files, COALESCE(SUM(LENGTH(bytes)), 0) AS total FROM assets WHERE owner = ? AND key <> ?)`;
      const room = [owner, key, total - bytes.length];
      const isDone = await this.db.together([
        ownerLock(owner),
        before
          ? {
              sql: `UPDATE assets SET sha256 = ?, bytes = ?, created_ms = ?, revision = ?
                    WHERE owner = ? AND key = ? AND sha256 = ? AND created_ms = ? AND revision = ?
                      AND (SELECT total FROM ${others} AS others) <= ?`,
              values: [sha256, bytes, row.created_ms, row.revision, owner, key, ...stateOf(before), ...room],
            }
          : {
              sql: `INSERT INTO assets (owner, key, sha256, bytes, created_ms, revision)
                    SELECT ?, ?, ?, ?, ?, ? FROM ${others} AS others WHERE total <= ? AND files < ? ON CONFLICT DO NOTHING`,
              values: [owner, key, sha256, bytes, row.created_ms, row.revision, ...room, files],
            },
      ]);
      if (isDone) return { entry: entryOf(row), isNew: !before };
      await this.#checkRoom(owner, key, bytes.length, !before);
    }
  }

  /** @throws ServiceError API-002 if there is none */
  async #checkRoom(owner: string, key: string, bytes: number, isNew: boolean): Promise<void> {
    const [row] = await this.db.all(
      "SELECT COUNT(*) AS files, CAST(COALESCE(SUM(LENGTH(bytes)), 0) AS BIGINT) AS total FROM assets WHERE owner = ? AND key <> ?",
      owner,
      key,
    );
    const { owner_assets: files, owner_asset_bytes: total } = this.most;
    if (isNew && intOf(row!, "files") >= files) throw tooMany(files, ownerLimitSetting("owner_assets"), "assets");
    if (intOf(row!, "total") + bytes > total) throw tooMany(total, ownerLimitSetting("owner_asset_bytes"), "bytes of assets");
  }

  async get(owner: string, key: string): Promise<Uint8Array | null> {
    const [row] = await this.db.all("SELECT bytes FROM assets WHERE owner = ? AND key = ?", owner, key);
    return row ? new Uint8Array(bytesOf(row, "bytes")) : null;
  }

  async show(owner: string, key: string): Promise<{ readonly entry: AssetEntry; readonly bytes: Uint8Array } | null> {
    const [row] = await this.db.all(`SELECT ${COLUMNS}, bytes FROM assets WHERE owner = ? AND key = ?`, owner, key);
    return row ? { entry: entryOf(row), bytes: new Uint8Array(bytesOf(row, "bytes")) } : null;
  }

  /** Lists assets by key, after a key of an earlier page. */
  async list(owner: string, after: string | null = null, count = Number.MAX_SAFE_INTEGER): Promise<readonly AssetEntry[]> {
    const { byCodePoint } = this.db;
    const rows = await this.db.all(
      `SELECT ${COLUMNS} FROM assets WHERE owner = ? AND (? = 1 OR key ${byCodePoint} > ?) ORDER BY key ${byCodePoint} LIMIT ?`,
      ...[owner, after === null ? 1 : 0, after ?? "", count],
    );
    return rows.map(entryOf);
  }

  /** @returns true if it existed @throws ServiceError API-412 */
  async remove(owner: string, key: string, condition = UNCONDITIONAL): Promise<boolean> {
    for (;;) {
      const before = await this.#row(owner, key);
      checkPrecondition(condition, before ? entryOf(before).etag : null);
      if (!before) return false;
      const sql = "DELETE FROM assets WHERE owner = ? AND key = ? AND sha256 = ? AND created_ms = ? AND revision = ?";
      if ((await this.db.run(sql, owner, key, ...stateOf(before))) > 0) return true;
    }
  }

  async #row(owner: string, key: string): Promise<Row | undefined> {
    return (await this.db.all(`SELECT ${COLUMNS} FROM assets WHERE owner = ? AND key = ?`, owner, key))[0];
  }
}

const stateOf = (row: Row) => [row["sha256"]!, row["created_ms"]!, row["revision"]!] as const;

const entryOf = (row: Row): AssetEntry => ({
  key: textOf(row, "key"),
  content_type: pictureType(bytesOf(row, "head")),
  bytes: intOf(row, "size"),
  sha256: textOf(row, "sha256"),
  created: timeOf(row, "created_ms"),
  etag: etagOf(...(stateOf(row) as readonly (string | number)[])),
});

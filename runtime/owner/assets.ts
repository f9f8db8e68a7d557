// Store of owners' pictures by key.
import { createHash } from "node:crypto";
import type { Database } from "../store/database.js";

/** List entry of an asset. */
export interface AssetEntry {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly created: string;
}

/** Maximum size of an asset. */
export const MAX_ASSET_BYTES = 16 * 1024 * 1024;

/** Keys are only compared, never used as paths. */
const KEY = /^[^\u0000-\u001f\u007f]{1,256}$/u;
export const isAssetKey = (key: string): boolean => KEY.test(key) && key.trim() === key;

/** Pictures that an owner's requests refer to by key. */
export class Assets {
  constructor(
    readonly db: Database,
    readonly now: () => number = Date.now,
  ) {}

  /** Adds an asset, or replaces the one with that key. */
  async put(owner: string, key: string, bytes: Uint8Array): Promise<void> {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await this.db.run(
      `INSERT INTO assets (owner, key, sha256, bytes, created_ms) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (owner, key) DO UPDATE SET sha256 = excluded.sha256, bytes = excluded.bytes, created_ms = excluded.created_ms`,
      ...[owner, key, sha256, bytes, this.now()],
    );
  }

  async get(owner: string, key: string): Promise<Uint8Array | null> {
    const [row] = await this.db.all("SELECT bytes FROM assets WHERE owner = ? AND key = ?", owner, key);
    return row ? new Uint8Array(row["bytes"] as Uint8Array) : null;
  }

  /** Sorted by key. */
  async list(owner: string): Promise<readonly AssetEntry[]> {
    const rows = await this.db.all("SELECT key, sha256, LENGTH(bytes) AS size, created_ms FROM assets WHERE owner = ? ORDER BY key", owner);
    return rows.map((row) => ({
      key: row["key"] as string,
      bytes: row["size"] as number,
      sha256: row["sha256"] as string,
      created: new Date(row["created_ms"] as number).toISOString(),
    }));
  }

  /** @returns true if it existed */
  async remove(owner: string, key: string): Promise<boolean> {
    return (await this.db.run("DELETE FROM assets WHERE owner = ? AND key = ?", owner, key)) > 0;
  }
}

import { Assets } from "./assets.js";
import { OwnersFonts } from "./owners-fonts.js";
import type { BlobId } from "../../ir/ir.js";
import type { Database } from "../store/database.js";
import { Templates } from "./templates.js";
import type { StoredQuery } from "./resource-query.js";

/** SHA-256, hexadecimal; null if the owner has no such job. */
interface JobBodies {
  bodyOf(owner: string, id: string): Promise<string | null>;
}

/** Reader of owners' resources; null if absent; throws if the store is unavailable. */
export function storedResources(db: Database, jobs: JobBodies): (owner: string, query: StoredQuery) => Promise<Uint8Array | null> {
  const assets = new Assets(db);
  const templates = new Templates(db);
  const fonts = new OwnersFonts(db);
  return async (owner, { kind, name }) => {
    switch (kind) {
      case "asset":
        return assets.get(owner, name);
      case "template":
        return templates.source(owner, name);
      case "fonts":
        return json(await fonts.ids(owner));
      case "font_faces":
        return json(await fonts.faces(owner));
      case "font":
        return fonts.bytes(owner, name as BlobId);
      case "job": {
        const hash = await jobs.bodyOf(owner, name);
        return hash === null ? null : new TextEncoder().encode(hash);
      }
    }
  };
}

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

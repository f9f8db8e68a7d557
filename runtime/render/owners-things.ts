import { Assets } from "../assets/assets.js";
import { OwnersFonts } from "../fonts/owners-fonts.js";
import type { BlobId } from "../../ir/ir.js";
import type { Database } from "../store/database.js";
import { Templates } from "../templates/templates.js";
import type { Jobs } from "../jobs/jobs.js";
import type { Need } from "./worker-messages.js";

/** Reader of owners' resources; null if absent; throws if the store is unavailable. */
export function thingsOf(db: Database, jobs: Jobs): (owner: string, need: Need) => Promise<Uint8Array | null> {
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

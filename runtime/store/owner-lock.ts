import type { Statement } from "./database.js";

/**
 * First statement of a transaction that changes an owner's things: others of the same owner wait for its end, so that counts and sums hold
 * (running, C13).
 */
export const ownerLock = (owner: string): Statement => ({
  sql: "INSERT INTO owner_changes (owner, changes) VALUES (?, 1) ON CONFLICT (owner) DO UPDATE SET changes = owner_changes.changes + 1",
  values: [owner],
});

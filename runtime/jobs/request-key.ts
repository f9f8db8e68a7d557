// Idempotency-Key: requests that are sent again find the job that the first one made (BK-33).
import { ServiceError } from "../errors/errors.js";
import type { RequestKey } from "./job-record.js";
import type { AnyJob, Jobs } from "./jobs.js";

export const REQUEST_KEY = "Idempotency-Key";

/**
 * Finds the job that an earlier request of the same key made, and counts the answer, so that the first one's withdrawal keeps it.
 * @returns null if the key is free
 * @throws ServiceError API-002 for a key of another route or body
 */
export async function jobOfKey(jobs: Jobs, owner: string, { key, kind, bodySha256 }: RequestKey): Promise<AnyJob | null> {
  const first = await jobs.ofKey(owner, key);
  if (!first) return null;
  const wrong = first.kind !== kind ? "route" : first.bodySha256 !== bodySha256 ? "body" : null;
  if (wrong) throw new ServiceError("API-002", `${REQUEST_KEY}: there is a job of this key that a request with another ${wrong} has made`);
  // null if it was deleted meanwhile
  return jobs.renewedAny(owner, first.id);
}

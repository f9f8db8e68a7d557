// Creation of asynchronous renders (running, D).
import { messageOf } from "../../base/error.js";
import type { TokenPolicy } from "../accounts/files.js";
import { uuidV7 } from "../core/uuid.js";
import { sha256 } from "../einvoice/verdict.js";
import { ServiceError, unavailable } from "../errors/errors.js";
import type { Log } from "../pool/pool.js";
import { ArtifactError, type ArtifactStore } from "../store/artifacts.js";
import { REMEMBERED_HOURS, type DeliverySettings } from "./deliver.js";
import type { AnyJob, RenderFacts, RequestKey } from "./job-record.js";
import type { RenderJobs } from "./render-jobs.js";
import { jobOfKey } from "./request-key.js";
import type { RenderJobKind } from "./types.js";

interface SubmitSettings extends DeliverySettings {
  readonly jobTtlHours: number;
}

interface Submitted {
  readonly owner: string;
  readonly tokenId: string;
  readonly kind: RenderJobKind;
  readonly body: Uint8Array;
  readonly policy: TokenPolicy;
  readonly pays: boolean;
  readonly trace?: string | undefined;
  readonly requestKey: RequestKey | null;
  /** throws if abandoned */
  readonly throwIfGone: () => void;
}

const URL_MS = 900_000;
export const BODY = "body";

export class Submissions {
  constructor(
    readonly renders: RenderJobs,
    readonly artifacts: ArtifactStore,
    readonly settings: SubmitSettings,
    readonly log: Log,
    readonly onPending: () => void,
  ) {}

  /**
   * Writes the request, then creates its job, unless a simultaneous request of the same key has made it.
   * @throws ServiceError API-900 (503) for too many pending jobs, API-002 for too many bytes or a key of another request, API-505 if the
   * object store fails
   */
  async submit({ owner, tokenId, kind, body, policy, pays, trace, requestKey, throwIfGone }: Submitted): Promise<AnyJob> {
    const { jobs } = this.renders;
    const { jobTtlHours, retentionHourMs, ownerArtifacts } = this.settings;
    const id = uuidV7(jobs.now());
    const folder = uuidV7(jobs.now());
    const facts: RenderFacts = { policy, pays, ...(trace !== undefined && { trace }) };
    await jobs.begin(folder);
    try {
      await this.artifacts.put({ folder, name: BODY }, body, "application/json");
      throwIfGone();
    } catch (e) {
      await this.#discard(folder);
      if (!(e instanceof ArtifactError)) throw e;
      this.log.error({ reason: e.message }, "the object store failed");
      throw new ServiceError("API-505", "the request cannot be stored at the moment");
    }
    const ttlMs = jobTtlHours * retentionHourMs;
    const rememberMs = REMEMBERED_HOURS * retentionHourMs;
    const sizes = { bytes: body.length, mostBytes: ownerArtifacts };
    const row = {
      ...sizes,
      owner,
      id,
      kind,
      folder,
      bodySha256: sha256(body),
      facts,
      ttlMs,
      rememberMs,
      urlMs: URL_MS,
      tokenId,
      requestKey,
    };
    if (!(await this.renders.submit(row))) {
      await this.#discard(folder);
      const first = requestKey && (await jobOfKey(jobs, owner, requestKey));
      if (first) return first;
      throw await this.#refusal(owner, body.length);
    }
    // before it begins: its answer says that it is pending
    const job = await jobs.findAny(owner, id);
    this.onPending();
    if (job?.delivery !== "async") throw unavailable("a job was deleted while it was made");
    return job;
  }

  async #refusal(owner: string, bytes: number): Promise<ServiceError> {
    const { jobs } = this.renders;
    const { ownerArtifacts } = this.settings;
    if ((await jobs.pendingOf(owner)) >= jobs.mostPending)
      return unavailable(`an owner has at most ${jobs.mostPending} (PLATEN_LIMIT_OWNER_JOBS) pending jobs`);
    const used = await jobs.bytesOf(owner);
    return used + bytes > ownerArtifacts
      ? new ServiceError(
          "API-002",
          `the request has ${bytes} bytes, of ${ownerArtifacts} that an owner's jobs may have ${used} are taken until jobs expire`,
        )
      : unavailable("an upload was given up before its job was made");
  }

  /** The sweeper repeats failed removals. */
  async #discard(folder: string): Promise<void> {
    const { jobs } = this.renders;
    try {
      if (!(await jobs.doom(folder))) return;
      await this.artifacts.removeFolder(folder);
      await jobs.endUpload(folder);
    } catch (e) {
      this.log.warn({ reason: messageOf(e) }, "artifacts of no job are left for a sweep");
    }
  }
}

// Rows of jobs: e-invoices as objects, and asynchronous renders.
import { ownJson } from "../../base/json.js";
import type { TokenPolicy } from "../accounts/files.js";
import type { Paid } from "../accounts/accounts.js";
import type { Output } from "../core/disposition.js";
import type { ModelFile } from "../einvoice/delivery.js";
import type { InvoiceTerms } from "../einvoice/verdict.js";
import type { JobError } from "../einvoice/report.js";
import type { Row } from "../store/database.js";
import type { CallbackStatus, JobStatus, RenderJobKind } from "./types.js";
import { intOf, intOrNull, oneOf, textOf } from "../store/row.js";

export const ARTIFACTS = ["pdf", "xml", "request", "report"] as const;
export type ArtifactName = (typeof ARTIFACTS)[number];
export const JOB_KINDS: readonly RenderJobKind[] = ["pdf", "template", "e_invoice"];
const CALLBACK_STATES: readonly CallbackStatus[] = ["pending", "delivered", "failed"];
export const STATES: readonly JobStatus[] = ["pending", "completed", "failed"];

/** "again": to be repeated. */
export type CheckResult = "completed" | "failed" | "again";

export const QUEUED = "queued";
export const IS_PENDING = "state IN ('pending', 'queued')";

export interface Stored {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}
export type StoredArtifacts = Readonly<Partial<Record<ArtifactName, Stored>>>;

export interface JobFacts {
  readonly terms: InvoiceTerms;
  readonly execution: "sync" | "async";
  readonly residency: "eu" | "global";
  readonly storeRequest: boolean;
  readonly output: Output;
  readonly xmlName: string;
  /** invoice as data, until it is validated; never an artifact */
  readonly model?: Stored;
  readonly total?: ModelFile["total"];
}

/** Facts of an asynchronous render; the last two are known once it is completed. */
export interface RenderFacts {
  /** of the token, at the time of the request */
  readonly policy: TokenPolicy;
  /** an account is charged */
  readonly pays: boolean;
  /** traceparent of the request's span */
  readonly trace?: string;
  readonly output?: Output;
  readonly xmlName?: string;
}

/** `valid`: absent if not judged. */
export interface JobOutcome {
  readonly valid?: boolean;
  readonly error?: JobError;
}

/** Key of a request that makes a job, and the request that it stands for. */
export interface RequestKey {
  readonly key: string;
  /** kind of job of its route */
  readonly kind: RenderJobKind;
  /** digest of the bytes as they were received */
  readonly bodySha256: string;
}

/** Of a job whose token had a URL when the job was made. */
interface CallbackState {
  readonly status: CallbackStatus;
  readonly attempts: number;
  /** HTTP status; null if there was none */
  readonly lastStatus: number | null;
}

interface BaseRecord {
  readonly owner: string;
  readonly id: string;
  readonly kind: RenderJobKind;
  readonly state: JobStatus;
  readonly folder: string;
  readonly bodySha256: string;
  readonly artifacts: StoredArtifacts;
  readonly outcome: JobOutcome | null;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly urlUntilMs: number;
  /** null while pending, and if ended by an earlier release */
  readonly endedMs: number | null;
  readonly removed: boolean;
  /** true if its PDF was downloaded before its end */
  readonly pdfTaken: boolean;
  readonly attempts: number;
  readonly lease: string;
  readonly paid: Paid;
  readonly tokenId: string;
  readonly callback: CallbackState | null;
}

export interface JobRecord extends BaseRecord {
  readonly delivery: "object";
  readonly facts: JobFacts;
}

export interface RenderJobRecord extends BaseRecord {
  readonly delivery: "async";
  readonly facts: RenderFacts;
  readonly pages: number | null;
}

export type AnyJob = JobRecord | RenderJobRecord;

export const bytesOf = (artifacts: StoredArtifacts): number => Object.values(artifacts).reduce((sum, a) => sum + a.bytes, 0);

export function recordOf(row: Row): AnyJob {
  const text = (name: string): string => textOf(row, name);
  const number = (name: string): number => intOf(row, name);
  const base: BaseRecord = {
    owner: text("owner"),
    id: text("id"),
    kind: oneOf(row, "kind", JOB_KINDS),
    state: text("state") === QUEUED ? "pending" : oneOf(row, "state", STATES),
    folder: text("folder"),
    bodySha256: text("body_sha256"),
    artifacts: ownJson(text("artifacts")),
    outcome: row["outcome"] === null ? null : ownJson(text("outcome")),
    createdMs: number("created_ms"),
    expiresMs: number("expires_ms"),
    urlUntilMs: number("url_until_ms"),
    endedMs: intOrNull(row, "ended_ms"),
    removed: row["removed"] === 1,
    pdfTaken: row["pdf_taken"] === 1,
    attempts: number("attempts"),
    lease: text("lease"),
    paid: { pages: number("paid_pages"), wallet: number("paid_wallet"), period: text("paid_period") },
    tokenId: text("token_id"),
    callback:
      text("callback_state") === ""
        ? null
        : {
            status: oneOf(row, "callback_state", CALLBACK_STATES),
            attempts: number("callback_attempts"),
            lastStatus: intOrNull(row, "callback_status"),
          },
  };
  const facts = text("facts");
  if (text("delivery") === "object") return { ...base, delivery: "object", facts: ownJson(facts) };
  return { ...base, delivery: "async", facts: ownJson(facts), pages: intOrNull(row, "pages") };
}

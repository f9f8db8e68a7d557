import { ARTIFACTS, type AnyJob, type ArtifactName, type JobRecord, type RenderJobRecord } from "./job-record.js";
import type { Job, JobArtifact, JobArtifacts, JobCallback, RenderJob } from "./types.js";

export const CONTENT_TYPES: Readonly<Record<ArtifactName, string>> = {
  pdf: "application/pdf",
  xml: "application/xml",
  request: "application/json",
  report: "application/json",
};

export const isAvailable = (job: AnyJob, name: ArtifactName, now: number): boolean =>
  job.artifacts[name] !== undefined &&
  !job.removed &&
  now < job.expiresMs &&
  now < job.urlUntilMs &&
  !(job.delivery === "object" && awaitsVerdict(job, name));

/** The verdict may withdraw the PDF (decisions §5). */
export const awaitsVerdict = ({ state, facts }: JobRecord, name: ArtifactName): boolean =>
  name === "pdf" && state === "pending" && facts.terms.failOnWarnings;

/** @param base public URL without final slash; "" if not configured */
export function describeJob(job: JobRecord, now: number, base: string): Job {
  const { id, state, facts, outcome } = job;
  const { level } = facts.terms;
  const asked: Readonly<Record<ArtifactName, boolean>> = { pdf: true, xml: true, request: facts.storeRequest, report: facts.terms.report };
  const artifacts = Object.fromEntries(ARTIFACTS.flatMap((name) => (asked[name] ? [[name, artifactOf(job, name, now, base)]] : [])));
  const judged = state !== "pending" && (outcome?.valid !== undefined || level === "basic");
  return {
    job_id: id,
    status: state,
    delivery: "object",
    data_residency: facts.residency,
    created_at_ms: String(job.createdMs),
    expires_at_ms: String(job.expiresMs),
    artifacts: artifacts as unknown as JobArtifacts,
    validation: {
      level,
      execution: facts.execution,
      status: state === "pending" ? "pending" : judged ? "completed" : "failed",
      ...(level === "strict" && judged && { valid: outcome!.valid! }),
      report_requested: facts.terms.report,
    },
    ...(outcome?.error && { error: outcome.error }),
    ...callbackOf(job),
  };
}

export const describeAny = (job: AnyJob, now: number, base: string): Job | RenderJob =>
  job.delivery === "object" ? describeJob(job, now, base) : describeRender(job, now, base);

function describeRender(job: RenderJobRecord, now: number, base: string): RenderJob {
  const { id, kind, state, artifacts, outcome } = job;
  const isCompleted = state === "completed";
  return {
    job_id: id,
    kind,
    delivery: "async",
    status: state,
    created_at_ms: String(job.createdMs),
    expires_at_ms: String(job.expiresMs),
    ...(isCompleted && { completed_at_ms: String(job.endedMs), pages: job.pages! }),
    artifacts: Object.fromEntries(
      ARTIFACTS.flatMap((name) => (isCompleted && artifacts[name] ? [[name, artifactOf(job, name, now, base)]] : [])),
    ),
    ...(outcome?.error && { error: outcome.error }),
    ...callbackOf(job),
  };
}

function callbackOf({ callback }: AnyJob): { readonly callback?: JobCallback } {
  if (!callback) return {};
  const { status, attempts, lastStatus } = callback;
  return { callback: { status, attempts, ...(lastStatus !== null && { last_status: lastStatus }) } };
}

function artifactOf(job: AnyJob, name: ArtifactName, now: number, base: string): JobArtifact {
  const stored = job.artifacts[name];
  const available = isAvailable(job, name, now);
  return {
    available,
    content_type: CONTENT_TYPES[name],
    ...(stored && { bytes: stored.bytes, sha256: stored.sha256 }),
    ...(available && {
      expires_at_ms: String(job.urlUntilMs),
      url: `${base}/api/v1/${job.delivery === "object" ? "e-invoice/" : ""}jobs/${job.id}/artifacts/${name}`,
    }),
  };
}

// GET /api/v1/e-invoice/jobs/{job_id} and …/artifacts/{artifact}.
import type { FastifyInstance, FastifyRequest } from "platen-server/fastify";
import { ServiceError } from "../errors/errors.js";
import { awaitsVerdict, CONTENT_TYPES, describeJob, isAvailable } from "../jobs/describe-job.js";
import { ARTIFACTS, type ArtifactName, type JobRecord, type Jobs, type Stored } from "../jobs/jobs.js";
import { sha256 } from "../einvoice/verdict.js";
import { ArtifactError, type ArtifactStore } from "../store/artifacts.js";
import { DatabaseError } from "../store/database.js";
import type { Doorkeeper } from "./auth.js";
import { contentDisposition, type Output } from "../core/disposition.js";
import { note } from "./request-log.js";
import type { Traffic } from "./traffic.js";

export interface JobRoutes {
  readonly doorkeeper: Doorkeeper;
  readonly jobs: Jobs;
  readonly artifacts: ArtifactStore;
  readonly traffic: Traffic;
  /** public base URL; "" if not configured */
  readonly base: string;
}

interface Params {
  readonly job_id: string;
  readonly artifact?: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Same error for other owners' jobs and nonexistent ones. */
const noJob = (): ServiceError => new ServiceError("API-404", "the job does not exist");

export function jobRoutes(app: FastifyInstance, { doorkeeper, jobs, artifacts, traffic, base }: JobRoutes): void {
  const owners = new WeakMap<FastifyRequest, string>();
  // free of charge: without credits callers can read paid results
  const onRequest = async (req: FastifyRequest): Promise<void> => {
    const { owner } = await doorkeeper.check(req.headers.authorization, "render");
    owners.set(req, owner);
    note(req, { owner });
  };
  const idOf = ({ job_id: id }: Params): string => {
    if (!UUID.test(id)) throw noJob();
    return id.toLowerCase();
  };

  app.get<{ Params: Params }>("/api/v1/e-invoice/jobs/:job_id", {
    onRequest,
    handler: async (req) => {
      const job = await jobs.seen(owners.get(req)!, idOf(req.params));
      if (!job) throw noJob();
      note(req, { job: job.id });
      return describeJob(job, jobs.now(), base);
    },
  });

  app.get<{ Params: Params }>("/api/v1/e-invoice/jobs/:job_id/artifacts/:artifact", {
    onRequest,
    handler: async (req, reply) => {
      const job = await jobs.find(owners.get(req)!, idOf(req.params));
      if (!job) throw noJob();
      const name = ARTIFACTS.find((a) => a === req.params.artifact);
      if (!name) throw new ServiceError("API-404", `the artifact does not exist; the artifacts are ${ARTIFACTS.join(", ")}`);
      note(req, { job: job.id, artifact: name });
      const stored = isAvailable(job, name, jobs.now()) ? job.artifacts[name] : undefined;
      if (!stored) throw new ServiceError("API-404", missing(job, name, jobs.now()));
      // a downloaded PDF belongs to the caller, whatever the result
      if (name === "pdf" && job.state === "pending" && !(await taken(job))) {
        const ended = await jobs.find(job.owner, job.id);
        if (!ended?.artifacts.pdf) throw new ServiceError("API-404", "the job has failed: it has no pdf");
      }
      const sending = traffic.answer(stored.bytes, reply.raw);
      const bytes = await bytesOf(job, stored);
      sending();
      note(req, { bytes: bytes.length });
      return reply
        .header("Content-Type", CONTENT_TYPES[name])
        .header("Content-Disposition", contentDisposition(outputOf(job, name)))
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  });

  /** Not recorded if the store is read-only. */
  const taken = (job: JobRecord): Promise<boolean> =>
    jobs.takePdf(job.owner, job.id).catch((e: unknown) => {
      if (e instanceof DatabaseError) return true;
      throw e;
    });

  /** Verified bytes. @throws ServiceError API-505 */
  async function bytesOf({ folder, id }: JobRecord, { name, sha256: hash }: Stored): Promise<Uint8Array> {
    const bytes = await artifacts.get({ folder, name }).catch((e: unknown) => {
      if (!(e instanceof ArtifactError)) throw e;
      app.log.error({ job: id, reason: e.message }, "an artifact cannot be read");
      return null;
    });
    if (bytes && sha256(bytes) === hash) return bytes;
    if (bytes) app.log.error({ job: id }, "an artifact differs from what was written");
    throw new ServiceError("API-505", "the artifact cannot be read at the moment");
  }
}

function missing(job: JobRecord, name: ArtifactName, now: number): string {
  if (job.removed || now >= job.expiresMs) return "the job has expired: its artifacts are deleted";
  if (awaitsVerdict(job, name)) return "the pdf is there once the invoice is judged, since fail_on_warnings may withdraw it";
  if (job.artifacts[name]) return "the artifact's address has expired: asking for the job renews it";
  if (name === "report" && job.facts.terms.report && job.state === "pending") return "the report is not there yet";
  return `the job has no ${name}`;
}

function outputOf({ facts, id }: JobRecord, name: ArtifactName): Output {
  if (name === "pdf") return facts.output;
  return { mode: "attachment", fileName: name === "xml" ? facts.xmlName : `${name}-${id}.json` };
}

// /api/v1/jobs (running, D4, D5, D7), and /api/v1/e-invoice/jobs.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "platen-server/fastify";
import { ServiceError } from "../errors/errors.js";
import type { Deliveries } from "../jobs/deliver.js";
import { awaitsVerdict, CONTENT_TYPES, describeAny, isAvailable } from "../jobs/describe-job.js";
import { ARTIFACTS, JOB_KINDS, STATES, type AnyJob, type ArtifactName, type Stored } from "../jobs/job-record.js";
import type { JobPlace, Jobs } from "../jobs/jobs.js";
import { sha256 } from "../einvoice/verdict.js";
import { ArtifactError, type ArtifactStore } from "../store/artifacts.js";
import { DatabaseError } from "../store/database.js";
import { contentDisposition, type Output } from "../core/disposition.js";
import type { ManageContext } from "./manage/context.js";
import { pageOf, wordOf } from "./request/requests.js";
import type { Handlers } from "./request/operations.js";
import { contextOf } from "./request/context.js";
import { note } from "./request/request-log.js";
import type { Traffic } from "./request/traffic.js";

interface JobRoutes {
  readonly cx: ManageContext;
  readonly jobs: Jobs;
  readonly deliveries: Pick<Deliveries, "remove">;
  readonly artifacts: ArtifactStore;
  readonly traffic: Traffic;
  readonly cancel: (job: AnyJob) => void;
  /** "" if not configured */
  readonly base: string;
  readonly log: FastifyBaseLogger;
}

interface Params {
  readonly job_id: string;
  readonly artifact?: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Same error for other owners' jobs and nonexistent ones. */
const noJob = (): ServiceError => new ServiceError("API-404", "the job does not exist");

type OfJobs = "listJobs" | "job" | "deleteJob" | "jobArtifact" | "eInvoiceJob" | "eInvoiceArtifact";
type JobRequest = FastifyRequest<{ Params: Params }>;

/** Free of charge: paid results stay readable without credits. */
export function jobHandlers(routes: JobRoutes): Handlers<OfJobs> {
  const { cx, jobs, deliveries, artifacts, traffic, cancel, base, log } = routes;
  const idOf = ({ job_id: id }: Params): string => {
    if (!UUID.test(id)) throw noJob();
    return id.toLowerCase();
  };
  const ofObjects = (job: AnyJob | null): AnyJob | null => (job?.delivery === "object" ? job : null);

  const described = async (req: FastifyRequest, job: AnyJob | null): Promise<object> => {
    if (!job) throw noJob();
    note(req, { job: job.id });
    return describeAny(job, jobs.now(), base);
  };

  async function sendArtifact(req: JobRequest, reply: FastifyReply, job: AnyJob | null): Promise<FastifyReply> {
    if (!job) throw noJob();
    const { artifact } = req.params;
    const name = ARTIFACTS.find((a) => a === artifact);
    if (!name) throw new ServiceError("API-404", `the artifact does not exist; the artifacts are ${ARTIFACTS.join(", ")}`);
    note(req, { job: job.id, artifact: name });
    const stored = isAvailable(job, name, jobs.now()) ? job.artifacts[name] : undefined;
    if (!stored) throw new ServiceError("API-404", missing(job, name, jobs.now()));
    // a downloaded PDF belongs to the caller
    if (name === "pdf" && job.state === "pending" && !(await taken(job))) {
      const ended = await jobs.findAny(job.owner, job.id);
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
  }

  /** Not recorded if the store is read-only. */
  const taken = (job: AnyJob): Promise<boolean> =>
    jobs.takePdf(job.owner, job.id).catch((e: unknown) => {
      if (e instanceof DatabaseError) return true;
      throw e;
    });

  /** Verified bytes. @throws ServiceError API-505 */
  async function bytesOf({ folder, id }: AnyJob, { name, sha256: hash }: Stored): Promise<Uint8Array> {
    const bytes = await artifacts.get({ folder, name }).catch((e: unknown) => {
      if (!(e instanceof ArtifactError)) throw e;
      log.error({ job: id, reason: e.message }, "an artifact cannot be read");
      return null;
    });
    if (bytes && sha256(bytes) === hash) return bytes;
    if (bytes) log.error({ job: id }, "an artifact differs from what was written");
    throw new ServiceError("API-505", "the artifact cannot be read at the moment");
  }

  return {
    listJobs: {
      handle: (req) => {
        const query = contextOf(req).query;
        const filter = { status: wordOf(query, "status", STATES), kind: wordOf(query, "kind", JOB_KINDS) };
        return pageOf(query, isJobPlace, async (after, count) =>
          (await jobs.page(cx.owner(req), filter, after, count)).map(
            ([job, place]) => [describeAny(job, jobs.now(), base), place] as const,
          ),
        );
      },
    },
    job: {
      handle: async (req: JobRequest) => described(req, await jobs.seen(cx.owner(req), idOf(req.params))),
    },
    eInvoiceJob: {
      takesAnyQuery: true,
      handle: async (req: JobRequest) => described(req, ofObjects(await jobs.seen(cx.owner(req), idOf(req.params)))),
    },
    deleteJob: {
      handle: async (req: JobRequest, reply) => {
        const job = await deliveries.remove(cx.owner(req), idOf(req.params));
        if (!job) throw noJob();
        cancel(job);
        cx.audit(req, { action: "job.delete", target: job.id });
        return reply.code(204).send();
      },
    },
    jobArtifact: {
      handle: async (req: JobRequest, reply) => sendArtifact(req, reply, await jobs.findAny(cx.owner(req), idOf(req.params))),
    },
    eInvoiceArtifact: {
      takesAnyQuery: true,
      handle: async (req: JobRequest, reply) => sendArtifact(req, reply, ofObjects(await jobs.findAny(cx.owner(req), idOf(req.params)))),
    },
  };
}

function missing(job: AnyJob, name: ArtifactName, now: number): string {
  if (job.removed || now >= job.expiresMs) return "the job has expired: its artifacts are deleted";
  if (job.delivery === "async" && job.state === "pending") return "the job is pending: it has no artifacts yet";
  if (job.delivery === "object" && awaitsVerdict(job, name))
    return "the pdf is there once the invoice is judged, since fail_on_warnings may withdraw it";
  if (job.artifacts[name]) return "the artifact's address has expired: asking for the job renews it";
  if (name === "report" && job.delivery === "object" && job.facts.terms.report && job.state === "pending")
    return "the report is not there yet";
  return `the job has no ${name}`;
}

function outputOf({ facts, id }: AnyJob, name: ArtifactName): Output {
  if (name === "pdf" && facts.output) return facts.output;
  return { mode: "attachment", fileName: name === "xml" && facts.xmlName !== undefined ? facts.xmlName : `${name}-${id}.json` };
}

const isJobPlace = (value: unknown): value is JobPlace =>
  Array.isArray(value) && value.length === 2 && Number.isSafeInteger(value[0]) && typeof value[1] === "string";

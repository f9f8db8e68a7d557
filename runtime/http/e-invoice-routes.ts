// POST /api/v1/e-invoice/validate, /read, /write (I19) and /inspect (IN-36).
import type { FastifyReply, FastifyRequest } from "platen-server/fastify";
import { RULE_SETS, type RuleSet } from "../../compiler/einvoice/xml/guideline.js";
import type { InvoiceCall } from "../einvoice/calls.js";
import type { WrittenXml } from "../einvoice/write-invoice.js";
import { ServiceError, unavailable } from "../errors/errors.js";
import { QUEUE_FULL } from "../pool/pool.js";
import type { Handlers, Served } from "./request/operations.js";
import type { Renders } from "./request/answer-render.js";
import { unlessGone } from "./request/client-gone.js";
import { version } from "../core/package.js";
import { mediaTypeOf } from "./request/media-type.js";

/** @throws ServiceError API-001 for another name */
function ruleSetsOf(given: unknown): readonly RuleSet[] {
  if (given === undefined || given === "") return [];
  const names = (Array.isArray(given) ? given.join(",") : String(given)).split(",");
  return names.map((name) => {
    const found = RULE_SETS.find((set) => set === name.trim());
    if (!found)
      throw new ServiceError("API-001", `rules: must be of ${RULE_SETS.join(", ")}, between commas; found ${name.trim().slice(0, 40)}`);
    return found;
  });
}

/** @throws ServiceError API-002 for a parameter that the route lacks */
function checkQuery(query: object, allowed: readonly string[]): void {
  const other = Object.keys(query).find((name) => !allowed.includes(name));
  if (other === undefined) return;
  const those = allowed.length === 0 ? "leave it out" : `allowed: ${allowed.join(", ")}`;
  throw new ServiceError("API-002", `${other.slice(0, 40)}: unknown parameter, ${those}`);
}

/** Parameters of the query. */
const PARAMETERS: Readonly<Record<InvoiceCall["einvoice"], readonly string[]>> = {
  validate: ["rules"],
  read: [],
  write: [],
  inspect: ["language", "rules", "name"],
};

interface Query {
  readonly rules?: unknown;
  readonly language?: unknown;
  readonly name?: unknown;
}

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

type OfInvoices = "validateEInvoice" | "inspectEInvoice" | "readEInvoice" | "writeEInvoice";

export function eInvoiceHandlers({ pool, traffic }: Pick<Renders, "pool" | "traffic">): Handlers<OfInvoices> {
  const served = (name: InvoiceCall["einvoice"], send: (reply: FastifyReply, answer: unknown) => FastifyReply): Served => ({
    takesAnyQuery: true,
    async handle(req: FastifyRequest<{ Querystring: Query }>, reply) {
      await unlessGone(req, reply, async (gone) => {
        checkQuery(req.query, PARAMETERS[name]);
        const { language, name: file, rules } = req.query;
        const ruleSets = PARAMETERS[name].includes("rules") ? ruleSetsOf(rules) : [];
        traffic.declared(req.raw);
        if (pool.full) throw unavailable(QUEUE_FULL);
        const body = await traffic.read(req.raw, reply.raw);
        const isJson = mediaTypeOf(req.headers["content-type"]) === "application/json";
        const call: InvoiceCall = {
          einvoice: name,
          body,
          isJson,
          ruleSets,
          ...(name === "inspect" && { query: { language: textOf(language), name: textOf(file), rules: ruleSets } }),
          ...(name === "inspect" && wantsSarif(req) && { sarif: version }),
        };
        return await send(reply, await pool.call(() => call, gone));
      });
      return reply;
    },
  });
  return {
    validateEInvoice: served("validate", (reply, report) => reply.send(report)),
    inspectEInvoice: served("inspect", (reply, report) => {
      reply.header("Vary", "Accept");
      const type = wantsSarif(reply.request) ? SARIF : "application/json";
      return reply.header("Content-Type", `${type}; charset=utf-8`).send(JSON.stringify(report));
    }),
    readEInvoice: served("read", (reply, answer) => reply.send(answer)),
    writeEInvoice: served("write", (reply, answer) => {
      const written = answer as WrittenXml;
      reply.header("Vary", "Accept");
      if (wantsFindings(reply.request.headers.accept)) return reply.send(written);
      return reply.header("Content-Type", "application/xml; charset=utf-8").send(written.xml);
    }),
  };
}

const SARIF = "application/sarif+json";
const wantsSarif = ({ headers }: FastifyRequest): boolean => (headers.accept ?? "").split(",").some((part) => mediaTypeOf(part) === SARIF);

/** JSON without XML among the accepted types: an Accept of any type gets XML. */
function wantsFindings(accept: string | undefined): boolean {
  const types = (accept ?? "").split(",").map((part) => mediaTypeOf(part));
  return types.includes("application/json") && !types.some((type) => /^\*\/\*$|^application\/\*$|\/xml$/.test(type));
}

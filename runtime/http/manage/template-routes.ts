// /api/v1/templates (running, C).
import type { FastifyRequest } from "platen-server/fastify";
import { ServiceError } from "../../errors/errors.js";
import { builtIn, isTemplateId, type Templates } from "../../owner/templates.js";
import type { Handlers } from "../request/operations.js";
import { contextOf } from "../request/context.js";
import { absent, bytesOf, type ManageContext } from "./context.js";
import { shown } from "../../core/shown.js";
import { isText, isUnchanged, pageOf, preconditionOf, wholeOf, wordOf } from "../request/requests.js";
import type { BodyBound } from "../request/traffic.js";

interface ById {
  readonly Params: { readonly id: string };
}

const STATES = ["active", "retired"] as const;
const MOST_VERSION = 1_000_000_000;
const noTemplate = (): ServiceError => absent("template");

type OfTemplates = "listTemplates" | "templateSource" | "putTemplate" | "retireTemplate" | "listTemplateVersions";

export function templateHandlers(cx: ManageContext, templates: Templates, most: BodyBound): Handlers<OfTemplates> {
  return {
    listTemplates: {
      handle: (req) => {
        const query = contextOf(req).query;
        const state = wordOf(query, "state", STATES) ?? "active";
        return pageOf(query, isText, async (after, count) =>
          (await templates.page(cx.owner(req), state, after, count)).map((e) => [e, e.id] as const),
        );
      },
    },

    templateSource: {
      handle: async (req: FastifyRequest<ById>, reply) => {
        const query = contextOf(req).query;
        const version = query["version"] === undefined ? undefined : wholeOf(query, "version", 1, MOST_VERSION, 1);
        const found = isTemplateId(req.params.id) ? await templates.show(cx.owner(req), req.params.id, version) : null;
        // only versions of a retired template exist
        if (!found || (version === undefined && found.entry.state === "retired")) throw noTemplate();
        if (isUnchanged(req, reply, found.entry.etag)) return reply;
        const sending = cx.traffic.answer(found.source.length, reply.raw);
        sending();
        return reply.header("Content-Type", "application/json").send(bytesOf(found.source));
      },
    },

    listTemplateVersions: {
      handle: async (req: FastifyRequest<ById>) => {
        const owner = cx.owner(req);
        const { id } = req.params;
        if (!isTemplateId(id) || (await templates.versions(owner, id, null, 1)).length === 0) throw noTemplate();
        return pageOf(contextOf(req).query, isVersion, async (before, count) =>
          (await templates.versions(owner, id, before, count)).map((e) => [e, e.version] as const),
        );
      },
    },

    putTemplate: {
      handle: async (req: FastifyRequest<ById>, reply) => {
        const id = ownId(req);
        const condition = preconditionOf(req);
        const source = await cx.body(req, reply, most);
        const { refusal, findings, isMalformed } = await cx.inspect(req, reply, "template", source);
        if (refusal !== null) {
          const e = new ServiceError(isMalformed ? "API-001" : "API-002", refusal);
          if (!isMalformed) e.findings = findings;
          throw e;
        }
        const { entry, isNew, isChanged } = await templates.publish(cx.owner(req), id, source, condition);
        if (isChanged) cx.audit(req, { action: "template.publish", target: id, version: entry.version, sha256: entry.sha256 });
        return cx
          .put(reply, isNew, `/api/v1/templates/${id}`)
          .header("ETag", entry.etag)
          .send({ ...entry, findings });
      },
    },

    retireTemplate: {
      handle: async (req: FastifyRequest<ById>, reply) => {
        const { id } = req.params;
        if (!isTemplateId(id)) throw noTemplate();
        if (!(await templates.retire(cx.owner(req), ownId(req), preconditionOf(req)))) throw noTemplate();
        cx.audit(req, { action: "template.retire", target: id });
        return reply.code(204).send();
      },
    },
  };
}

const isVersion = (value: unknown): value is number => Number.isSafeInteger(value);

/** @throws ServiceError API-002 for another form, or a built-in template's (running, C7, C10) */
function ownId(req: FastifyRequest<ById>): string {
  const { id } = req.params;
  if (!isTemplateId(id))
    throw new ServiceError("API-002", `id: must be 1 to 128 letters, digits and . _ -, a letter or digit first; found ${shown(id)}`);
  if (builtIn(id)) throw new ServiceError("API-002", `id: ${id} is a built-in template, which cannot be replaced or retired`);
  return id;
}

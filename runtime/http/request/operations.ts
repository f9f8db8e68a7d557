// Records of the described routes: registration, OpenAPI, the list at / and the reference are made of them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "platen-server/fastify";
import type { Scope } from "../../accounts/tokens.js";
import { declaredType, queryOf } from "./requests.js";
import type { Doorkeeper } from "./auth.js";
import { contextOf } from "./context.js";
import { checkFileOrJson, checkMedia } from "./media-type.js";

type Json = Readonly<Record<string, unknown>>;

type OperationId =
  | ("renderPdf" | "renderTemplate" | "renderEInvoice" | "renderBrief" | "previewTemplate" | "showEInvoice" | "tryPdf")
  | ("check" | "renderPng" | "renderSvg" | "extractText")
  | ("signPdf" | "verifyPdf" | "readForm" | "fillForm")
  | ("validateEInvoice" | "inspectEInvoice" | "readEInvoice" | "writeEInvoice" | "eInvoiceCapabilities")
  | ("listJobs" | "job" | "deleteJob" | "jobArtifact" | "eInvoiceJob" | "eInvoiceArtifact")
  | ("listTemplates" | "templateSource" | "putTemplate" | "retireTemplate" | "listTemplateVersions")
  | ("listAssets" | "assetFile" | "putAsset" | "removeAsset" | "listFonts" | "fontFile" | "putFont" | "removeFont")
  | ("listTokens" | "createToken" | "tokenEntry" | "setTokenCallback" | "removeTokenCallback")
  | ("suspendToken" | "resumeToken" | "revokeToken")
  | ("listAccounts" | "accountState" | "setAccount")
  | ("index" | "health" | "livez" | "readyz" | "metrics" | "openApiJson" | "openApiYaml");

const METHODS = ["get", "post", "put", "delete"] as const;
type Method = (typeof METHODS)[number];

/** Scopes of tokens by the tag of their operations; null: no token. */
const SCOPES = { Render: "render", Management: "manage", Administration: "admin", Operations: null } as const satisfies Readonly<
  Record<string, Scope | null>
>;

export interface RequestBody {
  readonly required: true;
  /** Content by media type. */
  readonly content: Json;
}

/** An operation of OpenAPI, in the order of its fields in the description. */
export interface Operation {
  readonly operationId: OperationId;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly [keyof typeof SCOPES];
  /** Empty for an operation without a token. */
  readonly security?: readonly [];
  readonly parameters: readonly Json[];
  readonly requestBody?: RequestBody;
  readonly responses: Json;
}

/** Operations by path and method. */
export type Paths = Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>>;

/** Work of a route. */
export interface Served {
  /** Refuses a request after its token and query are checked, before the type of its body is. */
  admit?(req: FastifyRequest): Promise<void> | void;
  /** True if parameters that the description lacks are not refused here. */
  readonly takesAnyQuery?: true;
  handle(req: FastifyRequest, reply: FastifyReply): unknown;
}

export type Handlers<Id extends OperationId = OperationId> = Readonly<Record<Id, Served>>;

/** Returns operations with their methods and paths, in the order of the description. */
export const operationsOf = (paths: Paths): readonly { readonly method: Method; readonly path: string; readonly operation: Operation }[] =>
  Object.entries(paths).flatMap(([path, byMethod]) =>
    METHODS.flatMap((method) => {
      const operation = byMethod[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );

/** Registers the operations of `paths`: the token's scope, the query and the body's type are checked as the description has them. */
export function addOperations(app: FastifyInstance, doorkeeper: Doorkeeper, paths: Paths, handlers: Handlers): void {
  for (const { method, path, operation } of operationsOf(paths)) {
    const { operationId, tags, security, parameters, requestBody } = operation;
    const scope = security ? null : SCOPES[tags[0]];
    const names = parameters.flatMap((p) => (p["in"] === "query" ? [String(p["name"])] : []));
    const checkBody = bodyCheck(Object.keys(requestBody?.content ?? {}));
    const served = handlers[operationId];
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ":$1"),
      onRequest: async (req) => {
        if (scope !== null) await doorkeeper.admit(req, scope);
        if (scope !== null && !served.takesAnyQuery) contextOf(req).query = queryOf(req, names);
        await served.admit?.(req);
        checkBody(req);
      },
      handler: (req, reply) => served.handle(req, reply),
    });
  }
}

/** @param types of the body, in the description */
function bodyCheck(types: readonly string[]): (req: FastifyRequest) => void {
  const files = types.filter((type) => type !== "application/json");
  if (types.length === 0) return () => undefined;
  if (files.length === 0) return checkMedia;
  if (files.length < types.length) return (req) => checkFileOrJson(req, files);
  const declared = files.filter((type) => type !== "application/octet-stream");
  return (req) => void declaredType(req, declared);
}

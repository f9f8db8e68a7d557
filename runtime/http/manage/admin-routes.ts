// /api/v1/admin: tokens and accounts of every owner (running, B7, B8).
import type { FastifyRequest } from "platen-server/fastify";
import type { Accounts, AccountState } from "../../accounts/accounts.js";
import { FileFault, readAccount, readCallback, readTokenRequest } from "../../accounts/read-file.js";
import type { Cidr } from "../../core/addresses.js";
import { isOwner, type TokenPlace, type Tokens, type TokenState } from "../../accounts/tokens.js";
import { ServiceError } from "../../errors/errors.js";
import { checkPrecondition, etagOf } from "../../owner/revisions.js";
import type { Handlers, Served } from "../request/operations.js";
import { contextOf } from "../request/context.js";
import { absent, type ManageContext } from "./context.js";
import { shown } from "../../core/shown.js";
import { isText, isUnchanged, pageOf, preconditionOf } from "../request/requests.js";
import type { BodyBound } from "../request/traffic.js";

const MAX_BODY: BodyBound = { bytes: 1024 * 1024, setting: null };
const OWNER_FORM = "must be 1 to 128 letters, digits and . _ @ : -";

interface ById {
  readonly Params: { readonly id: string };
}
interface ByOwner {
  readonly Params: { readonly owner: string };
}

type OfTokens =
  | ("listTokens" | "createToken" | "tokenEntry" | "setTokenCallback" | "removeTokenCallback")
  | ("suspendToken" | "resumeToken" | "revokeToken");

export function tokenHandlers(cx: ManageContext, tokens: Tokens, allowed: readonly Cidr[]): Handlers<OfTokens> {
  const noToken = (): ServiceError => absent("token");
  const become = (name: "suspend" | "resume" | "revoke", state: TokenState): Served => ({
    handle: async (req: FastifyRequest<ById>) => {
      const { id } = req.params;
      const before = await tokens.find(id);
      if (!before) throw noToken();
      const now = await tokens.setState(id, state);
      if (now !== state) throw new ServiceError("API-002", `the token is ${now}; its state is final`);
      if (before.state !== state) cx.audit(req, { action: `token.${name}`, owner: before.owner, target: id });
      return (await tokens.find(id))!;
    },
  });
  return {
    listTokens: {
      handle: (req) => {
        const query = contextOf(req).query;
        return pageOf(query, isTokenPlace, (after, count) => tokens.page(query["owner"] ?? null, after, count));
      },
    },
    createToken: {
      handle: async (req, reply) => {
        const { owner, ...options } = refusing((bytes) => readTokenRequest(bytes, allowed), await cx.body(req, reply, MAX_BODY));
        const { id, token, callback } = await tokens.create(owner, options);
        const entry = (await tokens.find(id))!;
        cx.audit(req, { action: "token.create", owner, target: id });
        return cx.put(reply, true, `/api/v1/admin/tokens/${id}`).send({ ...entry, token, ...(callback && { callback }) });
      },
    },
    tokenEntry: {
      handle: async (req: FastifyRequest<ById>) => {
        const entry = await tokens.find(req.params.id);
        if (!entry) throw noToken();
        return entry;
      },
    },
    setTokenCallback: {
      handle: async (req: FastifyRequest<ById>, reply) => {
        const { id } = req.params;
        const entry = await tokens.find(id);
        if (!entry) throw noToken();
        const url = refusing((bytes) => readCallback(bytes, allowed), await cx.body(req, reply, MAX_BODY));
        const callback = await tokens.setCallback(id, url);
        if (!callback) throw noToken();
        cx.audit(req, { action: "token.callback", owner: entry.owner, target: id });
        return reply.send({ ...entry, callback });
      },
    },
    removeTokenCallback: {
      handle: async (req: FastifyRequest<ById>, reply) => {
        const { id } = req.params;
        const entry = await tokens.find(id);
        if (!entry) throw noToken();
        if (!(await tokens.removeCallback(id))) throw absent("callback");
        cx.audit(req, { action: "token.callback", owner: entry.owner, target: id });
        return reply.code(204).send();
      },
    },
    suspendToken: become("suspend", "suspended"),
    resumeToken: become("resume", "active"),
    revokeToken: become("revoke", "revoked"),
  };
}

const isTokenPlace = (value: unknown): value is TokenPlace =>
  Array.isArray(value) && value.length === 2 && Number.isSafeInteger(value[0]) && typeof value[1] === "string";

export function accountHandlers(cx: ManageContext, accounts: Accounts): Handlers<"listAccounts" | "accountState" | "setAccount"> {
  const noOwner = (): ServiceError => absent("account");
  const etag = async (owner: string): Promise<string | null> => {
    const revision = await accounts.revision(owner);
    return revision && etagOf(...revision.map(String));
  };
  const entryOf = async (owner: string): Promise<AccountState & { readonly etag?: string }> => {
    const tag = await etag(owner);
    return { ...(await accounts.state(owner)), ...(tag !== null && { etag: tag }) };
  };
  return {
    listAccounts: {
      handle: (req) =>
        pageOf(contextOf(req).query, isText, async (after, count) => {
          const owners = await accounts.owners(after, count);
          return Promise.all(owners.map(async (owner) => [await entryOf(owner), owner] as const));
        }),
    },
    accountState: {
      handle: async (req: FastifyRequest<ByOwner>, reply) => {
        const { owner } = req.params;
        if (!isOwner(owner)) throw noOwner();
        const tag = await etag(owner);
        if (tag !== null && isUnchanged(req, reply, tag)) return reply;
        return reply.send(await accounts.state(owner));
      },
    },
    setAccount: {
      handle: async (req: FastifyRequest<ByOwner>, reply) => {
        const { owner } = req.params;
        if (!isOwner(owner)) throw new ServiceError("API-002", `owner: ${OWNER_FORM}; found ${shown(owner)}`);
        const condition = preconditionOf(req);
        const file = refusing(readAccount, await cx.body(req, reply, MAX_BODY));
        await accounts.setIf(owner, file, (before) => checkPrecondition(condition, before && etagOf(...before.map(String))));
        cx.audit(req, { action: "account.set", owner, target: owner });
        const tag = await etag(owner);
        if (tag !== null) reply.header("ETag", tag);
        return reply.send(await accounts.state(owner));
      },
    },
  };
}

/** @throws ServiceError API-001 for a body that is not JSON, else API-002 */
function refusing<T>(read: (bytes: Uint8Array) => T, bytes: Uint8Array): T {
  try {
    return read(bytes);
  } catch (e) {
    if (e instanceof FileFault) throw new ServiceError(e.isOfForm ? "API-001" : "API-002", e.message);
    throw e;
  }
}

// /api/v1/assets and /api/v1/fonts (running, C).
import type { FastifyRequest } from "platen-server/fastify";
import { ServiceError } from "../../errors/errors.js";
import { isAssetKey, type Assets } from "../../owner/assets.js";
import { isFaceName, sameFaceName, type OwnersFonts } from "../../owner/owners-fonts.js";
import { pictureType } from "../../owner/picture-type.js";
import { absent, bytesOf, type ManageContext } from "./context.js";
import type { Handlers } from "../request/operations.js";
import { contextOf } from "../request/context.js";
import { shown } from "../../core/shown.js";
import { declaredType, isText, isUnchanged, pageOf, preconditionOf } from "../request/requests.js";
import type { BodyBound } from "../request/traffic.js";

const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/svg+xml", "application/pdf"] as const;
const FONT_TYPES = ["font/ttf", "font/otf"] as const;
const KEY_FORM = "must be 1 to 256 characters without control characters and without spaces at its ends, and not . or ..";

interface ByKey {
  readonly Params: { readonly key: string };
}
interface ByName {
  readonly Params: { readonly name: string };
}

type OfAssets = "listAssets" | "assetFile" | "putAsset" | "removeAsset";
type OfFonts = "listFonts" | "fontFile" | "putFont" | "removeFont";

export function assetHandlers(cx: ManageContext, assets: Assets, most: BodyBound): Handlers<OfAssets> {
  const noAsset = (): ServiceError => absent("asset");
  return {
    listAssets: {
      handle: (req) =>
        pageOf(contextOf(req).query, isText, async (after, count) =>
          (await assets.list(cx.owner(req), after, count)).map((e) => [e, e.key] as const),
        ),
    },
    assetFile: {
      handle: async (req: FastifyRequest<ByKey>, reply) => {
        const found = isAssetKey(req.params.key) ? await assets.show(cx.owner(req), req.params.key) : null;
        if (!found) throw noAsset();
        if (isUnchanged(req, reply, found.entry.etag)) return reply;
        const sending = cx.traffic.answer(found.bytes.length, reply.raw);
        sending();
        return reply
          .header("Content-Type", found.entry.content_type)
          .header("Content-Disposition", "attachment")
          .header("Content-Security-Policy", "sandbox")
          .send(bytesOf(found.bytes));
      },
    },
    putAsset: {
      handle: async (req: FastifyRequest<ByKey>, reply) => {
        const { key } = req.params;
        if (!isAssetKey(key)) throw new ServiceError("API-002", `key: ${KEY_FORM}; found ${shown(key)}`);
        const condition = preconditionOf(req);
        const bytes = await cx.body(req, reply, most);
        const { refusal } = await cx.inspect(req, reply, "asset", bytes);
        if (refusal !== null) throw new ServiceError("API-002", `the body is not a usable picture: ${refusal}`);
        const declared = declaredType(req, PICTURE_TYPES);
        const type = pictureType(bytes);
        if (declared !== null && declared !== type)
          throw new ServiceError("API-002", `the Content-Type is ${declared}, the body's bytes are ${type}`);
        const { entry, isNew } = await assets.put(cx.owner(req), key, bytes, condition);
        cx.audit(req, { action: "asset.put", target: key, sha256: entry.sha256 });
        return cx
          .put(reply, isNew, `/api/v1/assets/${encodeURIComponent(key)}`)
          .header("ETag", entry.etag)
          .send(entry);
      },
    },
    removeAsset: {
      handle: async (req: FastifyRequest<ByKey>, reply) => {
        const { key } = req.params;
        if (!isAssetKey(key) || !(await assets.remove(cx.owner(req), key, preconditionOf(req)))) throw noAsset();
        cx.audit(req, { action: "asset.remove", target: key });
        return reply.code(204).send();
      },
    },
  };
}

export function fontHandlers(cx: ManageContext, fonts: OwnersFonts, most: BodyBound): Handlers<OfFonts> {
  const noFont = (): ServiceError => absent("font");
  return {
    listFonts: {
      handle: (req) => {
        const query = contextOf(req).query;
        return pageOf(query, isText, async (after, count) => {
          const all = await fonts.list(cx.owner(req), query["family"]);
          // ASCII
          const sorted = [...all].sort((a, b) => (a.name < b.name ? -1 : 1));
          return sorted
            .filter((e) => after === null || e.name > after)
            .slice(0, count)
            .map((e) => [e, e.name] as const);
        });
      },
    },
    fontFile: {
      handle: async (req: FastifyRequest<ByName>, reply) => {
        const found = isFaceName(req.params.name) ? await fonts.show(cx.owner(req), req.params.name) : null;
        if (!found) throw noFont();
        if (isUnchanged(req, reply, found.entry.etag)) return reply;
        const sending = cx.traffic.answer(found.bytes.length, reply.raw);
        sending();
        return reply.header("Content-Type", fontType(found.bytes)).send(bytesOf(found.bytes));
      },
    },
    putFont: {
      handle: async (req: FastifyRequest<ByName>, reply) => {
        const { name } = req.params;
        if (!isFaceName(name)) throw new ServiceError("API-002", `name: must be 1 to 120 ASCII characters; found ${shown(name)}`);
        const condition = preconditionOf(req);
        const bytes = await cx.body(req, reply, most);
        const { refusal, face } = await cx.inspect(req, reply, "font", bytes);
        if (refusal !== null || !face) throw new ServiceError("API-002", refusal ?? "the body is not a font");
        const declared = declaredType(req, FONT_TYPES);
        const type = fontType(bytes);
        if (declared !== null && declared !== type)
          throw new ServiceError("API-002", `the Content-Type is ${declared}, the body's bytes are ${type}`);
        const own = face.face.postScriptName;
        if (!sameFaceName(own, name))
          throw new ServiceError("API-002", `name: must be ${shown(own)}, the PostScript name of the file; found ${shown(name)}`);
        const { entry, isNew } = await fonts.add(cx.owner(req), face, bytes, condition);
        cx.audit(req, { action: "font.put", target: entry.name, sha256: entry.sha256 });
        return cx
          .put(reply, isNew, `/api/v1/fonts/${encodeURIComponent(entry.name)}`)
          .header("ETag", entry.etag)
          .send(entry);
      },
    },
    removeFont: {
      handle: async (req: FastifyRequest<ByName>, reply) => {
        const { name } = req.params;
        if (!isFaceName(name) || !(await fonts.remove(cx.owner(req), name, preconditionOf(req)))) throw noFont();
        cx.audit(req, { action: "font.remove", target: name });
        return reply.code(204).send();
      },
    },
  };
}

/** OpenType with PostScript outlines begins with OTTO (OpenType, Table Directory). */
const fontType = (bytes: Uint8Array): (typeof FONT_TYPES)[number] =>
  Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "OTTO" ? "font/otf" : "font/ttf";

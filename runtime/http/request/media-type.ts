import type { FastifyRequest } from "platen-server/fastify";
import { ServiceError } from "../../errors/errors.js";

export const WANTED_TYPE = "the Content-Type must be application/json, in UTF-8";
const PDF_TYPE = "application/pdf";
/** Types of an invoice as a file. */
export const FILE_TYPES = ["application/xml", "text/xml", PDF_TYPE];
/** Types of a file that arrived, of whatever kind. */
export const ARRIVED_TYPES = [...FILE_TYPES, "application/octet-stream"];

/** JSON is UTF-8 (RFC 8259, 8.1). */
function isJson(header: string | undefined): boolean {
  const [type = "", ...parameters] = (header ?? "").split(";").map((part) => part.trim().toLowerCase());
  if (type !== "application/json") return false;
  return parameters.every((p) => {
    const charset = /^charset\s*=\s*(.*)$/.exec(p)?.[1]?.replace(/^"(.*)"$/, "$1");
    return charset === undefined || charset === "utf-8" || charset === "utf8";
  });
}

/** Media type without parameters, in lower case; "" if absent. */
export const mediaTypeOf = (header: string | undefined): string => (header ?? "").split(";")[0]!.trim().toLowerCase();

export const isFile = ({ headers }: FastifyRequest): boolean => FILE_TYPES.includes(mediaTypeOf(headers["content-type"]));

export const isPdf = ({ headers }: FastifyRequest): boolean => mediaTypeOf(headers["content-type"]) === PDF_TYPE;

/** @throws ServiceError API-415 for another body than JSON */
export function checkMedia(req: FastifyRequest): void {
  if (!isJson(req.headers["content-type"])) throw new ServiceError("API-415", WANTED_TYPE);
  checkEncoding(req);
}

/** @throws ServiceError API-415 for a body that is neither an invoice as a file nor JSON @param types of files */
export function checkFileOrJson(req: FastifyRequest, types: readonly string[] = FILE_TYPES): void {
  const type = req.headers["content-type"];
  if (!types.includes(mediaTypeOf(type)) && !isJson(type))
    throw new ServiceError("API-415", `the Content-Type must be ${types.join(", ")} or application/json`);
  checkEncoding(req);
}

/** @throws ServiceError API-415 */
export function checkEncoding({ headers }: FastifyRequest): void {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    throw new ServiceError("API-415", "the Content-Encoding must be identity: compressed bodies are not read");
}

import type { DocumentRequest } from "../request/types/document.js";

/**
 * Whether anything in a document may depend on how many pages it has, or on which page something else stands: page variables, furniture of
 * the last page, links to pages. Rather too often than once too little: such a document is laid out whole before its first page is painted,
 * any other run by run.
 */
export const dependsOnLength = (request: DocumentRequest): boolean => asks(request);

function asks(value: unknown): boolean {
  if (typeof value === "string") return value === "last_page" || value.includes("{page}") || value.includes("{total_pages}");
  if (Array.isArray(value)) return value.some(asks);
  if (typeof value !== "object" || value === null) return false;
  const object = value as Readonly<Record<string, unknown>>;
  if (object["type"] === "variable" || typeof object["page"] === "number") return true;
  for (const key in object) if (asks(object[key])) return true;
  return false;
}

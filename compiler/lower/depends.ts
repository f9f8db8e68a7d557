/** Whether a text anywhere in a part of a request says a page's number, or how many there are. Rather too often than once too little. */
export const saysPages = (value: unknown): boolean =>
  some(
    value,
    (text) => text.includes("{page}") || text.includes("{total_pages}"),
    (object) => object["type"] === "variable",
  );

/**
 * Whether anything in a request may depend on how many pages it has, or on which page something else stands: page variables, furniture of
 * the last page, links to pages. Rather too often than once too little: such a document is laid out whole before its first page is
 * painted, any other run by run.
 */
export const dependsOnLength = (value: unknown): boolean =>
  some(
    value,
    (text) => text === "last_page" || text.includes("{page}") || text.includes("{total_pages}"),
    (object) => object["type"] === "variable" || typeof object["page"] === "number",
  );

type Json = Readonly<Record<string, unknown>>;

function some(value: unknown, text: (s: string) => boolean, object: (o: Json) => boolean): boolean {
  if (typeof value === "string") return text(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => some(item, text, object));
  if (object(value as Json)) return true;
  for (const key in value) if (some((value as Json)[key], text, object)) return true;
  return false;
}

// Preferences of requests (RFC 7240).

/** Quoted strings (even if unterminated), other text, commas. */
const PARTS = /"(?:[^"\\]|\\.)*"?|[^",]+|,/gs;
/** an empty value is none (RFC 7240, 2) */
const RESPOND_ASYNC = /^respond-async(?: ?= ?(?:"")?)?(?: ?;.*)?$/is;

/** True if `respond-async` is preferred; its parameters, `wait` and unknown preferences have no effect. */
export function prefersAsync(header: string | readonly string[] | undefined): boolean {
  const text = typeof header === "string" ? header : (header ?? []).join(",");
  const preferences = [""];
  for (const [part] of text.matchAll(PARTS)) {
    if (part === ",") preferences.push("");
    else preferences[preferences.length - 1] += part;
  }
  return preferences.some((p) => RESPOND_ASYNC.test(p.trim().replace(/\s+/g, " ")));
}

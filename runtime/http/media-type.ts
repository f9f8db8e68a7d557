/** JSON is UTF-8 (RFC 8259, 8.1). */
export function isJson(header: string | undefined): boolean {
  const [type = "", ...parameters] = (header ?? "").split(";").map((part) => part.trim().toLowerCase());
  if (type !== "application/json") return false;
  return parameters.every((p) => {
    const charset = /^charset\s*=\s*(.*)$/.exec(p)?.[1]?.replace(/^"(.*)"$/, "$1");
    return charset === undefined || charset === "utf-8" || charset === "utf8";
  });
}

/** Without parameters, in lower case; "" if absent. */
export const mediaTypeOf = (header: string | undefined): string => (header ?? "").split(";")[0]!.trim().toLowerCase();

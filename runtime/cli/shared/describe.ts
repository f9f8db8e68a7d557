import { pathOf, ROOT, type Src } from "../../../compiler/core/src.js";

const isSrc = (v: object): v is Src => "up" in v && "step" in v;

/** JSON with source cursors as paths, repeated boxes as numbers, fonts of shaped items as names. */
export function describePass(result: unknown): string {
  const seen = new WeakSet<object>();
  return JSON.stringify(
    result,
    (key, value: unknown) => {
      if (typeof value !== "object" || value === null) return value;
      if (isSrc(value)) return value === ROOT ? "" : pathOf(value);
      if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array);
      if (key === "context" && "face" in value) return (value.face as { info: { postScriptName: string } }).info.postScriptName;
      if (value instanceof Map) return Object.fromEntries(value);
      if (key === "box" && "id" in value) {
        if (seen.has(value)) return { id: value.id };
        seen.add(value);
      }
      if (key === "sequence" && "streams" in value) return undefined;
      return value;
    },
    1,
  );
}

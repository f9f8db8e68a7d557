// Metadata of a document; values of the service replace absent ones.
import type { Metadata } from "../../../ir/ir.js";
import type { World } from "../../core/world.js";
import type { Materialized } from "../../request/materialized.js";

export const declaresLanguage = (request: Materialized): boolean => (request.settings?.metadata?.language ?? "").trim() !== "";

/**
 * Blank strings count as absent; title, creator, producer and language then take the service's values (core contract, Metadata rules).
 */
export function lowerMetadata(request: Materialized, world: World): Metadata {
  const given = request.settings?.metadata;
  const or = (value: string | undefined, fallback: string): string =>
    value === undefined || value.trim() === "" ? fallback : value.trim();
  return {
    title: or(given?.title, "Document"),
    author: or(given?.author, ""),
    subject: or(given?.subject, ""),
    creator: or(given?.creator, "Platen"),
    producer: or(given?.producer, world.producer),
    language: or(given?.language, "en"),
    created: world.now,
    icu: "",
    ...(request.settings?.direction === "rtl" && { direction: "rtl" }),
    statements: [],
  };
}

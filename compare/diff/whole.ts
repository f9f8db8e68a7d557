import type { AttachmentFact, DestinationFact, MetadataFacts, ProtectionFacts } from "../facts/facts.js";
import type { Finding, Sink, Spot } from "./collect.js";
import type { Kind } from "./options.js";

const spot = (value: string | null): Spot | null => (value === null ? null : { rect: null, value, at: null });

/** Reports a value of the document that changed, that is there on one side alone, or that is equal. */
export function reportValue(sink: Sink, kind: Kind, property: string | null, left: string | null, right: string | null): void {
  if (left === right) return;
  const change: Finding["change"] = left === null ? "added" : right === null ? "removed" : "changed";
  sink({ kind, change, ...(property !== null && { property }), page: null, left: spot(left), right: spot(right) });
}

const ALWAYS = ["title", "author", "subject", "keywords", "creator", "language", "profile", "version"] as const;
const ON_REQUEST = ["created", "modified", "producer"] as const;

/** Compares metadata (DF-13). @param hasAll true: dates and producer too */
export function compareMetadata(left: MetadataFacts, right: MetadataFacts, hasAll: boolean, sink: Sink): void {
  for (const property of hasAll ? [...ALWAYS, ...ON_REQUEST] : ALWAYS)
    reportValue(sink, "metadata", property, left[property] || null, right[property] || null);
}

/** Compares named destinations, which links of other documents lead to (DF-12, DF-22). */
export function compareDestinations(
  left: readonly DestinationFact[],
  right: readonly DestinationFact[],
  isSame: (a: DestinationFact, b: DestinationFact) => boolean,
  sink: Sink,
): void {
  const others = new Map(right.map((destination) => [destination.name, destination]));
  const text = ({ name, target }: DestinationFact): string => `${name}: ${target}`;
  for (const one of left) {
    const other = others.get(one.name);
    others.delete(one.name);
    if (!other || !isSame(one, other)) reportValue(sink, "link", "destination", text(one), other ? text(other) : null);
  }
  for (const other of others.values()) reportValue(sink, "link", "destination", null, text(other));
}

/** Attachments by name, of equal names by their order. */
function named(attachments: readonly AttachmentFact[]): ReadonlyMap<string, AttachmentFact> {
  const counts = new Map<string, number>();
  const found = new Map<string, AttachmentFact>();
  for (const attachment of attachments) {
    const nth = counts.get(attachment.name) ?? 0;
    counts.set(attachment.name, nth + 1);
    found.set(`${nth} ${attachment.name}`, attachment);
  }
  return found;
}

/** Compares attachments by name (DF-14). */
export function compareAttachments(left: readonly AttachmentFact[], right: readonly AttachmentFact[], sink: Sink): void {
  const a = named(left);
  const b = named(right);
  for (const [key, one] of a) {
    const other = b.get(key);
    if (!other) reportValue(sink, "attachment", null, one.name, null);
    else {
      // the name is part of both values, as there is no other place
      const changed = (property: string, from: string, to: string): void =>
        from === to ? undefined : reportValue(sink, "attachment", property, `${one.name}: ${from}`, `${one.name}: ${to}`);
      const bytes = ({ bytes: count, sha256 }: AttachmentFact): string => `${count} bytes, SHA-256 ${sha256}`;
      if (one.sha256 !== other.sha256) changed("bytes", bytes(one), bytes(other));
      for (const property of ["relationship", "type", "description"] as const) changed(property, one[property], other[property]);
    }
  }
  for (const [key, { name }] of b) if (!a.has(key)) reportValue(sink, "attachment", null, null, name);
}

/** Compares encryption and permissions (DF-7). */
export function compareProtection(left: ProtectionFacts | null, right: ProtectionFacts | null, sink: Sink): void {
  if (!left || !right) {
    reportValue(sink, "protection", null, left && left.method, right && right.method);
    return;
  }
  reportValue(sink, "protection", "method", left.method, right.method);
  reportValue(sink, "protection", "permissions", left.permissions.join(", "), right.permissions.join(", "));
}

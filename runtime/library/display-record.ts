// A record as a display list, which the calling process writes among others.
import { deserialize, serialize } from "node:v8";
import type { IrDocument } from "../../ir/ir.js";
import type { Listed } from "../engine/listed.js";
import type { Options } from "./options.js";
import { onRecord, type HeldRecord } from "./records.js";

/** Settings that all documents of a file have in common, as JSON; null if absent. */
export type FileSettings = Readonly<Record<"profile" | "accessibility" | "security", string | null>>;

/** A list between processes. Many small objects are read from JSON in a third of the time that V8's own form takes, in which what pages share is once. */
interface SentList extends Omit<Listed, "doc"> {
  readonly doc: string | Uint8Array;
}

export interface DisplayedRecord {
  readonly list: SentList;
  readonly pages: number;
  readonly settings: FileSettings;
}

/** Compiles one record as `renderRecord` does, without writing it. @throws RenderError as `renderRecord` */
export async function displayRecord(
  source: Uint8Array,
  isText: boolean,
  record: HeldRecord,
  options: Options = {},
): Promise<DisplayedRecord> {
  return onRecord({ source, isText, record }, options, async ({ engine, template, value, options: o }) => {
    // programs that only render do without
    const { listedRecord } = await import("../engine/listed.js");
    const { listed, settings } = await listedRecord(engine, template, value, o);
    const { profile, accessibility, security } = settings;
    const text = (setting: unknown): string | null => (setting === undefined ? null : JSON.stringify(setting));
    return {
      list: sentList(listed),
      pages: listed.doc.pages.length,
      settings: { profile: text(profile), accessibility: text(accessibility), security: text(security) },
    };
  });
}

/** Pages of a list that is sent as JSON. */
const FEW_PAGES = 4;

export function sentList(listed: Listed): SentList {
  const { doc } = listed;
  return { ...listed, doc: doc.pages.length <= FEW_PAGES ? JSON.stringify(doc) : serialize(doc) };
}

/** @param list of a process of this program */
export const listOf = ({ doc, ...list }: SentList): Listed => ({
  ...list,
  doc: (typeof doc === "string" ? JSON.parse(doc) : deserialize(doc)) as IrDocument,
});

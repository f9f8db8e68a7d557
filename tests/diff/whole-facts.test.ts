import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { PdfFault } from "../../pdf-reader/types.js";
import { accessibleFiles, foreignFiles, profileFiles } from "../pdf-reader/open.js";
import { root } from "../support/tools.js";
import { elementsOf, factsIn, type Facts } from "./facts-of.js";

/* Against pdf.js, on files of others. */

const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");

const inFolder = (folder: string): readonly { readonly name: string; readonly bytes: Uint8Array }[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(".pdf"))
    .map((name) => ({ name, bytes: readFileSync(path.join(root, folder, name)) }));
const files = [
  ...[...foreignFiles(), ...profileFiles().slice(0, 60)].map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, "base64") })),
  ...accessibleFiles(),
  ...inFolder("tests/pdf-pages/files"),
  ...inFolder("golden/assets"),
];

/** Pages whose links and tags are read. */
const FIRST = 20;

interface Entry {
  readonly title: string;
  readonly items: readonly Entry[];
}
interface Node {
  readonly type?: string;
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly Node[];
}
interface Found {
  readonly labels: readonly string[];
  readonly outline: readonly string[];
  readonly attachments: readonly string[];
  readonly addresses: readonly string[];
  /** Title and language. */
  readonly metadata: readonly string[];
  /** Of a document of one page: level, role and description of elements with content. */
  readonly tags: readonly string[] | null;
}

const titles = (items: readonly Entry[], level = 1): readonly string[] =>
  items.flatMap(({ title, items: inner }) => [`${level} ${title.replace(/\s+/g, " ").trim()}`, ...titles(inner, level + 1)]);

const hasContent = ({ type, children = [] }: Node): boolean => type !== undefined || children.some(hasContent);
const nodes = ({ role, alt = "", children = [] }: Node, level: number): readonly string[] => [
  `${level} ${role} ${alt.replaceAll("\0", "")}`.trim(),
  ...children.filter((kid) => kid.type === undefined && hasContent(kid)).flatMap((kid) => nodes(kid, level + 1)),
];

async function byPdfjs(bytes: Uint8Array): Promise<Found | null> {
  const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS });
  try {
    const doc = await loading.promise;
    const pages = await Promise.all(Array.from({ length: Math.min(doc.numPages, FIRST) }, (_, i) => doc.getPage(i + 1)));
    const annotations = await Promise.all(pages.map((page) => page.getAnnotations() as Promise<{ subtype: string; url?: string }[]>));
    const attached = ((await doc.getAttachments()) ?? {}) as Record<string, { filename: string; content?: Uint8Array }>;
    const { info, metadata } = (await doc.getMetadata()) as unknown as {
      info: Record<string, string>;
      metadata: { get(name: string): unknown } | null;
    };
    const value = (inPacket: string, inInfo: string): string => String(metadata?.get(inPacket) || info[inInfo] || "").trim();
    const tree = doc.numPages === 1 ? ((await pages[0]!.getStructTree()) as Node | null) : null;
    return {
      labels: (await doc.getPageLabels()) ?? Array.from({ length: doc.numPages }, (_, i) => String(i + 1)),
      outline: titles(((await doc.getOutline()) ?? []) as readonly Entry[]),
      attachments: Object.values(attached)
        .flatMap(({ filename, content }) => (content ? [`${filename} ${content.length}`] : []))
        .sort(),
      addresses: annotations.flatMap((all, i) => all.flatMap((a) => (a.subtype === "Link" && a.url ? [`${i + 1} ${a.url}`] : []))),
      metadata: [value("dc:title", "Title"), info["Language"] ?? ""],
      tags: tree && nodes(tree, 0).slice(1),
    };
  } catch {
    return null;
  } finally {
    await loading.destroy();
  }
}

function byUs({ whole, links }: Facts): Found {
  const tags = elementsOf(whole)
    .filter(({ tag }) => tag.page !== null)
    .map(({ tag, level }) =>
      `${level + 1} ${tag.role} ${tag.properties.get("Alt") ?? tag.properties.get("ActualText") ?? ""}`.replaceAll("\0", "").trim(),
    );
  return {
    labels: whole.labels,
    outline: whole.outline.map(({ level, title }) => `${level} ${title}`),
    attachments: whole.attachments.map(({ name, bytes }) => `${name} ${bytes}`).sort(),
    addresses: links
      .slice(0, FIRST)
      .flatMap((all, i) => all.flatMap(({ target }) => (isAddress(target) ? [`${i + 1} ${new URL(target).href}`] : []))),
    metadata: [whole.metadata.title, whole.metadata.language],
    tags: whole.labels.length === 1 && whole.tags ? tags : null,
  };
}

/** As pdf.js allows them. */
const isAddress = (target: string): boolean => /^(?:https?|ftp|mailto|tel):/i.test(target) && URL.canParse(target);

describe("in files of others pdf.js finds the same", () => {
  const both: { readonly name: string; readonly ours: Found; readonly theirs: Found }[] = [];
  beforeAll(async () => {
    for (const { name, bytes } of files) {
      let ours: Found;
      try {
        ours = byUs(factsIn(bytes));
      } catch (e) {
        if (e instanceof PdfFault) continue;
        throw e;
      }
      const theirs = await byPdfjs(bytes);
      if (theirs && theirs.labels.length === ours.labels.length) both.push({ name, ours, theirs });
    }
    expect(both.length).toBeGreaterThan(700);
  });
  const compared = (entry: keyof Found, least: number, except: readonly string[] = []): void => {
    const differing = both.flatMap(({ name, ours, theirs }) =>
      JSON.stringify(ours[entry]) === JSON.stringify(theirs[entry]) ? [] : [{ name, ours: ours[entry], theirs: theirs[entry] }],
    );
    expect(differing.filter(({ name }) => !except.includes(name))).toEqual([]);
    expect(new Set(differing.map(({ name }) => name))).toEqual(new Set(except));
    expect(both.filter(({ theirs }) => (theirs[entry] ?? []).length > 0).length).toBeGreaterThanOrEqual(least);
  };

  test("labels of pages", () => {
    compared("labels", 700);
    expect(both.filter(({ theirs }) => theirs.labels.some((label, i) => label !== String(i + 1))).length).toBeGreaterThanOrEqual(2);
  });
  test("outline", () => compared("outline", 120));
  test("embedded files", () => compared("attachments", 1));
  test("addresses of links", () => compared("addresses", 14));
  test("title and language", () => {
    compared("metadata", 700);
    for (const i of [0, 1]) expect(both.filter(({ theirs }) => theirs.metadata[i] !== "").length).toBeGreaterThan(50);
  });
  test("elements of one page", () => {
    // pdf.js follows one mapping of a role only, one of a standard type too, and shows no content of forms that are drawn twice
    compared("tags", 60, ["7.1-t05-pass-b.pdf", "7.1-t07-fail-a.pdf", "7.20-t02-pass-a.pdf"]);
  });
});

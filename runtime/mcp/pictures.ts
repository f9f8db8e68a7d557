// Pictures below the root as assets (FH-23).
import { parsedJson } from "../../base/json.js";
import { readdirSync } from "node:fs";
import path from "node:path";
import type { Options } from "../library/options.js";
import type { ToolPool } from "../library/pool.js";
import { WrongArgument } from "./arguments.js";
import type { DocumentCalls } from "./documents.js";
import type { Files } from "./files.js";

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg|pdf)$/i;
const MOST_CHARACTERS = 1024;
const MOST_NAMES = 40;
const MOST_FOLDERS = 50;

/** Reads the pictures that documents name, by their keys. */
export class Pictures {
  constructor(
    readonly files: Files,
    readonly root: string | null,
    readonly folder: string | null,
  ) {}

  /** Names of pictures below the root, those of the root itself first, and in the folder of assets. */
  names(): readonly string[] {
    return [...new Set([...picturesBelow(this.root), ...picturesIn(this.folder)])].slice(0, MOST_NAMES);
  }

  /** Pictures of the strings of a value. */
  of(...values: readonly unknown[]): Readonly<Record<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    if (this.root === null) return {};
    const inRoot = byKey(picturesIn(this.root));
    for (const key of stringsIn(values)) {
      const file = inRoot.get(key) ?? (PICTURE.test(key) ? key : null);
      const bytes = file === null ? null : this.#read(file);
      if (bytes) found.set(key, bytes);
    }
    return Object.fromEntries(found);
  }

  /** Null for what is not a file below the root. */
  #read(file: string): Uint8Array | null {
    try {
      return this.files.read("asset", file);
    } catch (e) {
      if (e instanceof WrongArgument) return null;
      throw e;
    }
  }
}

function picturesIn(folder: string | null): readonly string[] {
  try {
    return folder === null
      ? []
      : readdirSync(folder)
          .filter((name) => PICTURE.test(name))
          .sort();
  } catch {
    return [];
  }
}

/** Paths of pictures, of few folders: only messages have them. */
function picturesBelow(root: string | null): readonly string[] {
  const found: string[] = [];
  const folders = root === null ? [] : [""];
  for (const [i, folder] of folders.entries()) {
    if (i >= MOST_FOLDERS || found.length >= MOST_NAMES) break;
    found.push(...picturesIn(path.join(root!, folder)).map((name) => `${folder}${name}`));
    folders.push(...foldersIn(path.join(root!, folder)).map((name) => `${folder}${name}/`));
  }
  return found;
}

function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((e) => (e.isDirectory() && !/^\.|^node_modules$/.test(e.name) ? [e.name] : [])).sort();
  } catch {
    return [];
  }
}

/** Indexes pictures by name with and without extension. */
function byKey(names: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map(names.map((name) => [name, name]));
  for (const name of names) {
    const { name: stem } = path.parse(name);
    if (!files.has(stem)) files.set(stem, name);
  }
  return files;
}

/** Short strings of JSON, or of its bytes. */
function stringsIn(values: readonly unknown[]): ReadonlySet<string> {
  const found = new Set<string>();
  const queue: unknown[] = [...values];
  for (let value = queue.pop(); value !== undefined || queue.length > 0; value = queue.pop()) {
    if (typeof value === "string" && value.length <= MOST_CHARACTERS) found.add(value);
    else if (value instanceof Uint8Array) queue.push(parsed(value));
    else if (typeof value === "object" && value !== null) for (const item of Object.values(value)) queue.push(item);
  }
  return found;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return parsedJson(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** The calls of a pool with the pictures of their documents. */
export function withPictures(pool: ToolPool, pictures: Pictures): DocumentCalls {
  const having = <O extends Options>(options: O | undefined, ...values: readonly unknown[]): O & Options => ({
    ...(options as O),
    assets: { ...pictures.of(...values), ...options?.assets },
  });
  return {
    render: (request, options) => pool.render(request, having(options, request)),
    renderBrief: (brief, options) => pool.renderBrief(brief, having(options, brief)),
    renderTemplate: (template, data, options) => pool.renderTemplate(template, data, having(options, template, data)),
    renderEInvoice: (request, options) => pool.renderEInvoice(request, having(options, request)),
    check: (request, options) => pool.check(request, having(options, request)),
    checkAccessibility: (request, options) => pool.checkAccessibility(request, having(options, request)),
    text: (request, options) => pool.text(request, having(options, request)),
    preview: (request, of, options) => pool.preview(request, of, having(options, request)),
    diff: (a, b, options) => pool.diff(a, b, having(options, a, b)),
    // values name no pictures
    readForm: pool.readForm,
    fillForm: pool.fillForm,
  };
}

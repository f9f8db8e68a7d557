// Bundled families, font packages and single files, by address.
import { fail } from "../../compiler/core/fail.js";
import { loaded } from "../../compiler/core/not-loaded.js";
import { ROOT } from "../../compiler/core/src.js";
import type { AbsentFamily, FaceInfo, FamilyInfo, FontSource } from "../../compiler/core/world.js";
import type { BlobId, Blobs } from "../../ir/ir.js";
import { absentFamilyOf, familyOf, type Catalog } from "../fonts/catalog.js";
import { familiesOf, FontError, type CheckedFace } from "../fonts/checked-face.js";
import type { FontTools } from "../fonts/face-check.js";
import type { FontInstances } from "../fonts/variable/instances.js";
import type { Files } from "./files.js";
import { OWN, ownFolder } from "./first-files.js";

const FONT_FILE = /\.(?:ttf|otf|ttc|otc)$/i;

export type GivenFonts = readonly (string | Uint8Array)[];

/** A face is fetched for the first document with text in it. */
export class BrowserFonts implements FontSource, Blobs {
  readonly families: readonly FamilyInfo[];
  readonly absent: readonly AbsentFamily[];
  readonly #addresses: ReadonlyMap<BlobId, string>;
  readonly #own: ReadonlyMap<BlobId, Uint8Array>;

  private constructor(
    readonly files: Files,
    readonly load: () => Promise<FontInstances>,
    { packages, families }: Catalog,
    folders: ReadonlyMap<string, string>,
    own: readonly OwnFace[],
  ) {
    const addresses = new Map<BlobId, string>();
    const present = families.filter((f) => folders.has(f.folder));
    const bundled = present.map((f) => {
      const family = familyOf(f);
      for (const [i, { blob }] of family.faces.entries()) addresses.set(blob, new URL(f.faces[i]!.file, folders.get(f.folder)).href);
      return family;
    });
    this.#addresses = addresses;
    this.#own = new Map(own.map(({ face, bytes }) => [face.blob, bytes]));
    this.families = [...bundled, ...familiesOf(own).map(({ family }) => family)];
    this.absent = families.filter((f) => !folders.has(f.folder)).map((f) => absentFamilyOf(f, packages));
  }

  /**
   * Finds folders, checks files.
   * @throws RenderError API-503 for a file that cannot be fetched or used
   */
  static async of(files: Files, catalog: Catalog, given: GivenFonts, tools: BrowserFontTools): Promise<BrowserFonts> {
    const isFile = (font: string | Uint8Array): boolean => typeof font !== "string" || FONT_FILE.test(new URL(font).pathname);
    const own = await Promise.all(given.filter(isFile).map((font) => ownFace(font, files, tools.checking)));
    const folders = new Map([[OWN, ownFolder(files.base)]]);
    for (const font of given) {
      if (typeof font !== "string" || isFile(font)) continue;
      const at = font.endsWith("/") ? font : `${font}/`;
      folders.set(await folderOf(at, catalog, files), at);
    }
    return new BrowserFonts(files, tools.instances, catalog, folders, own);
  }

  bytes(face: FaceInfo): Uint8Array {
    const { blob, variations } = face;
    return variations ? this.instances().of(blob, () => this.get(blob), variations) : this.get(blob);
  }

  /** @throws NotLoaded */
  instances(): FontInstances {
    return this.files.take("instances of fonts", this.load);
  }

  get(id: BlobId): Uint8Array {
    const own = this.#own.get(id);
    if (own) return own;
    const address = this.#addresses.get(id);
    if (address === undefined) throw new Error(`there is no blob ${id}`);
    return this.files.take(address, () => this.files.bytes(address, "font"));
  }
}

interface BrowserFontTools {
  readonly checking: () => Promise<FontTools>;
  readonly instances: () => Promise<FontInstances>;
}

interface OwnFace extends CheckedFace {
  readonly bytes: Uint8Array;
}

async function ownFace(font: string | Uint8Array, files: Files, tools: () => Promise<FontTools>): Promise<OwnFace> {
  const bytes = typeof font === "string" ? await files.bytes(font, "font") : font;
  const name = typeof font === "string" ? decodeURIComponent(new URL(font).pathname.split("/").at(-1)!) : "a font of the option fonts";
  const { checkedFace } = await import("../fonts/face-check.js");
  try {
    return { ...(await loaded(async () => checkedFace(name, bytes, await tools()))), bytes };
  } catch (e) {
    if (!(e instanceof FontError)) throw e;
    return fail("API-503", "font-engine", ROOT, `the font cannot be used: ${e.message}`);
  }
}

/** Returns the folder by the address's last segment, else package.json's name. @throws RenderError API-503 */
async function folderOf(address: string, { packages }: Catalog, files: Files): Promise<string> {
  const byName = new Map([
    [OWN, OWN],
    ...Object.entries(packages).flatMap(([folder, name]) => [[folder, folder] as const, [name, folder] as const]),
  ]);
  const last = decodeURIComponent(new URL(address).pathname.split("/").at(-2) ?? "");
  const known =
    byName.get(last) ??
    byName.get((await files.json<{ name?: string }>(new URL("package.json", address).href, "font package's file")).name ?? "");
  if (known !== undefined) return known;
  return fail("API-503", "font-folder", ROOT, `the folder of fonts ${address} is not one of ${Object.values(packages).join(", ")}`);
}

// platen fonts: add, list and remove owners' fonts (decisions §6).
import type { Command } from "commander";
import { LOCAL } from "../../accounts/tokens.js";
import { FontError, readFace, type CheckedFace } from "../../fonts/font-files.js";
import { ownerLimitsFrom } from "../../core/settings.js";
import { OwnersFonts, type FontEntry } from "../../owner/owners-fonts.js";
import { FileError, read } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";
import { refusing } from "./store.js";
import { listedOwner, ofOwner, ownerOf, saying, withPresentStore, withStore } from "../shared/store-access.js";

/** @throws FileError */
function checked(file: string, bytes: Uint8Array, isLicensed: boolean): CheckedFace {
  const { font_bytes: most } = ownerLimitsFrom(process.env);
  if (bytes.length > most) throw new FileError(`${file}: must be at most ${most} (PLATEN_LIMIT_FONT_BYTES) bytes; found ${bytes.length}`);
  try {
    return readFace(file, bytes, { isLicensed });
  } catch (e) {
    throw e instanceof FontError ? new FileError(e.message) : e;
  }
}

export function addFonts(program: Command, cx: CommandContext): void {
  const fonts = program.command("fonts").description("owners' fonts, which requests name by family or face");
  const say = saying(cx);
  fonts
    .command("add")
    .argument("<file>", "a TrueType or OpenType file with one face; - is standard input")
    .option("--owner <name>", "the owner", ownerOf, LOCAL)
    .description("add a font, or put it in the place of the face of that PostScript name")
    .option("--licensed", "I hold the permission of the font's owner: its licence bits refuse nothing", false)
    .action(async (file: string, { owner, licensed }: { readonly owner: string; readonly licensed: boolean }) => {
      const bytes = await read(file);
      const face = checked(file, bytes, licensed);
      const most = ownerLimitsFrom(process.env);
      const { entry } = await withStore((db) => refusing(() => new OwnersFonts(db, Date.now, most).add(owner, face, bytes)));
      const { name, family, weight, italic } = entry;
      await say({ owner, ...entry }, [
        `${owner}  ${name}  ${family}, ${styleOf({ weight, italic })}  ${bytes.length} bytes`,
        ...notDrawn(entry),
      ]);
    });
  fonts
    .command("list")
    .option(...ofOwner)
    .description("list an owner's fonts")
    .action(async (o: { readonly owner?: string }) => {
      const owner = listedOwner(o, cx);
      const all = await withPresentStore((db) => new OwnersFonts(db).list(owner));
      await say(
        all,
        all.map((f) => `${f.name}  ${f.family}, ${styleOf(f)}  ${f.bytes} bytes  ${f.created}`),
      );
    });
  fonts
    .command("remove")
    .argument("<name>", "the face's PostScript name, as platen fonts list shows it")
    .option("--owner <name>", "whose", ownerOf, LOCAL)
    .description("remove a font")
    .action(async (name: string, { owner }: { readonly owner: string }) => {
      if (!(await withPresentStore((db) => new OwnersFonts(db).remove(owner, name))))
        throw new FileError(`${owner} has no font ${JSON.stringify(name)}`);
      await say({ owner, name, removed: true }, [`${owner}  ${name}  removed`]);
    });
}

/** Colours that are not drawn (FT-2). */
function notDrawn({ not_drawn: tables = [], color }: Pick<FontEntry, "not_drawn" | "color">): readonly string[] {
  if (tables.length === 0) return [];
  const names = tables.map((tag) => tag.trim()).join(", ");
  return [
    `its pictures (${names}) are not drawn; ${color ? "the colours of COLR are" : "its glyphs have their outlines, in the colour of the text"}`,
  ];
}

const styleOf = ({ weight, italic }: { readonly weight: number; readonly italic: boolean }): string =>
  `${weight}${italic ? " italic" : ""}`;

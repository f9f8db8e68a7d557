import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { fontFolder } from "../../runtime/fonts/font-folders.js";
import { FontStore } from "../../runtime/fonts/fonts.js";
import { Engine } from "../../runtime/engine/engine.js";
import { renderNow } from "../support/at-once.js";
import { page, text } from "../support/page.js";
import { root } from "../support/tools.js";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly workspaces?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const asked = (content: string, style: object = {}): object => page(text(content, { style: { width: 80, ...style } }), { size: "a6" });

function refusal(engine: Engine, request: object): string {
  try {
    renderNow(engine, request);
    return "rendered";
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    return `${e.code} ${e.message}`;
  }
}

describe("without the packages", () => {
  const engine = new Engine(
    new FontStore([], (folder, packages, file) => (folder === "files" ? fontFolder(folder, packages, file) : null)),
  );
  const names = engine.fonts.families.map((f) => f.name);

  test("their families are not there, the others are", () => {
    expect(names).toContain("Noto Sans");
    expect(names).toContain("Noto Sans Thai");
    for (const name of ["Noto Sans CJK", "Noto Sans Tamil", "Noto Emoji", "Noto Serif"]) {
      expect(names).not.toContain(name);
      expect(engine.fonts.absent.map((f) => f.name)).toContain(name);
    }
    expect(refusal(engine, asked("Invoice हिन्दी ไทย عربي ✓ ☎"))).toBe("rendered");
  });

  test.each([
    ["請", "U+8ACB", "Noto Sans CJK", "platen-fonts-cjk"],
    ["தமிழ்", "U+0BA4", "Noto Sans Tamil", "platen-fonts-world"],
    ["ខ្មែរ", "U+1781", "Noto Sans Khmer", "platen-fonts-world"],
    ["🚀", "U+1F680", "Noto Emoji", "platen-fonts-world"],
  ])("%s names the package that has it", (content, code, family, name) => {
    const said = refusal(engine, asked(`a ${content}`));
    expect(said).toContain(`API-504 pages[0].elements[0].content: ${code}`);
    expect(said).toContain(`${family} has it, of the package ${name}, which is not installed`);
    expect(said.length).toBeLessThan(500);
    expect(refusal(engine, asked(content, { font_family: "Noto Sans", font_mode: "prefer" }))).toContain(name);
    expect(refusal(engine, asked(content, { font_family: "Noto Sans" }))).not.toContain(name);
    expect(refusal(new Engine(), asked(`a ${content}`))).toBe("rendered");
  });

  test("nobody is promised a character that no package has", () => {
    expect(refusal(engine, asked("𐌰"))).not.toContain("package");
  });

  test.each([
    ["Noto Serif", "platen-fonts-world"],
    ["noto-sans cjk jp", "platen-fonts-cjk"],
    ["NotoSerif-BoldItalic", "platen-fonts-world"],
  ])("the family %s names its package", (font_family, name) => {
    expect(refusal(engine, asked("a", { font_family }))).toContain(`of the package ${name}, which is not installed`);
    expect(refusal(engine, asked("a", { font_family, font_mode: "prefer" }))).toBe("rendered");
  });
});

describe("as npm installs them", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "platen-installed-"));
  const modules = path.join(dir, "node_modules");
  const packed = new Map<string, { readonly files: readonly string[]; readonly size: number }>();
  const pack = (): void => {
    const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", dir];
    const { stdout, stderr, status } = spawnSync("npm", args, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    const [made] = JSON.parse(stdout) as readonly [
      { readonly name: string; readonly size: number; readonly files: readonly { readonly path: string }[] },
    ];
    packed.set(made.name, { files: made.files.map((f) => f.path), size: made.size });
  };
  const render = (): ReturnType<typeof spawnSync> & { readonly stderr: string } =>
    spawnSync(process.execPath, [path.join(modules, "platen/dist/runtime/cli/cli.js"), "render", "-", "-o", path.join(dir, "a.pdf")], {
      input: JSON.stringify(asked("請 தமிழ் 🚀")),
      encoding: "utf8",
      cwd: dir,
    }) as ReturnType<typeof render>;

  beforeAll(() => {
    mkdirSync(path.join(modules, "platen"), { recursive: true });
    pack();
    const tarball = readdirSync(dir).find((f) => f.endsWith(".tgz"))!;
    const tar = spawnSync("tar", ["xzf", path.join(dir, tarball), "-C", path.join(modules, "platen"), "--strip-components=1"]);
    expect(tar.status).toBe(0);
    for (const name of readdirSync(path.join(root, "node_modules")))
      if (!name.startsWith(".") && !name.startsWith("platen"))
        symlinkSync(path.join(root, "node_modules", name), path.join(modules, name), "dir");
  });

  test("the program's package has none of the large fonts, the others have nothing else", () => {
    const own = packed.get("platen")!;
    expect(own.files).toContain("fonts/catalog.json");
    expect(own.files.filter((f) => f.endsWith("NotoSans-Regular.ttf"))).toEqual(["dist/browser/fonts/NotoSans-Regular.ttf"]);
    expect(own.files.filter((f) => /fonts\/(?:cjk|emoji|world)/.test(f))).toEqual([]);
    expect(own.size).toBeLessThan(15e6);
    for (const folder of ["cjk", "emoji", "world"]) {
      const there = readdirSync(path.join(root, "fonts", folder));
      expect(there.filter((f) => !/^(?:Noto\w+-\w+\.[ot]tf|Noto\w+\.LICENSE\.txt|package\.json)$/.test(f))).toEqual([]);
      for (const font of there.filter((f) => /tf$/.test(f))) expect(there).toContain(`${font.split("-")[0]!}.LICENSE.txt`);
      const manifest = JSON.parse(readFileSync(path.join(root, "fonts", folder, "package.json"), "utf8")) as Manifest;
      const program = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as Manifest;
      expect(manifest).toMatchObject({
        name: `platen-fonts-${folder}`,
        license: "OFL-1.1",
        files: [expect.stringMatching(/^\*\.[ot]tf$/), "*.txt"],
      });
      expect(program.optionalDependencies?.[manifest.name]).toBe(manifest.version);
      expect(program.workspaces).toContain(`fonts/${folder}`);
    }
  });

  test("fonts are found beside it, and left out where they are not", () => {
    const refused = render();
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("platen-fonts-cjk");
    expect(refused.stderr).not.toContain(dir);
    const standIn = path.join(modules, "platen-fonts-cjk");
    mkdirSync(standIn);
    writeFileSync(path.join(standIn, "package.json"), '{"name":"platen-fonts-cjk","version":"0.1.0"}');
    expect(render().stderr).toContain("platen-fonts-cjk");
    writeFileSync(path.join(standIn, "package.json"), '{"name":"platen-fonts-cjk","version":"0.1.0"}');
    for (const f of readdirSync(path.join(root, "fonts/cjk")).filter((n) => n !== "package.json"))
      symlinkSync(path.join(root, "fonts/cjk", f), path.join(standIn, f));
    expect(render().stderr).toContain("platen-fonts-world");
    symlinkSync(path.join(root, "fonts/world"), path.join(modules, "platen-fonts-world"), "dir");
    expect(render()).toMatchObject({ status: 0 });
  });
});

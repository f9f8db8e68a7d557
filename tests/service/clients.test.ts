import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { start, TOKEN, type Running } from "../support/service.js";
import { has, needs, optional, root } from "../support/tools.js";

/* FH-20: the programs of docs/clients.md as they are there. */
const page = readFileSync(path.join(root, "docs/clients.md"), "utf8");
const programOf = (language: string): string => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)![1]!;

interface Program {
  readonly file: string;
  readonly command: readonly string[];
  readonly text?: (source: string) => string;
  readonly isHere: () => boolean;
}
const PROGRAMS: Readonly<Record<string, Program>> = {
  python: { file: "hello.py", command: ["python3", "hello.py"], isHere: () => needs("python3", has("python3")) },
  typescript: {
    file: "hello.mjs",
    command: [process.execPath, "hello.mjs"],
    text: (source) => transformSync(source, { loader: "ts" }).code,
    isHere: () => true,
  },
  java: { file: "Hello.java", command: ["java", "Hello.java"], isHere: () => needs("java", has("javac")) },
  go: { file: "hello.go", command: ["go", "run", "hello.go"], isHere: () => optional("go", has("go")) },
  csharp: { file: "Hello.cs", command: ["dotnet", "run"], isHere: () => optional("dotnet", has("dotnet")) },
  sh: { file: "hello.sh", command: ["sh", "hello.sh"], isHere: () => needs("curl", has("curl")) },
};
const PROJECT = `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType>
<TargetFramework>${process.env["DOTNET_TARGET"] ?? "net8.0"}</TargetFramework></PropertyGroup></Project>`;

const folder = mkdtempSync(path.join(os.tmpdir(), "platen-clients-"));
let service: Running;
beforeAll(async () => {
  service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
});
afterAll(() => {
  service.child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

async function run({ command: [program, ...args] }: Program, cwd: string, token: string): Promise<{ status: number | null; said: string }> {
  const child = spawn(program!, args, { cwd, env: { ...process.env, PLATEN_URL: service.url, PLATEN_TOKEN: token } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, said })));
}

describe.each(Object.entries(PROGRAMS))("%s", (language, program) => {
  const at = path.join(folder, language);
  const pdf = path.join(at, "hello.pdf");
  const write = (source: string): void => {
    mkdirSync(at, { recursive: true });
    writeFileSync(path.join(at, program.file), program.text?.(source) ?? source);
    if (language === "csharp") writeFileSync(path.join(at, "Hello.csproj"), PROJECT);
    rmSync(pdf, { force: true });
  };

  test.runIf(program.isHere())("renders, and tells a refusal by code, path and message", async () => {
    const source = programOf(language);
    write(source);
    expect(await run(program, at, TOKEN)).toMatchObject({ status: 0 });
    expect(readFileSync(pdf, "latin1").slice(0, 5)).toBe("%PDF-");

    write(source);
    const stranger = await run(program, at, "plt_wrong");
    expect(stranger.status).not.toBe(0);
    expect(stranger.said).toContain("API-102");
    expect(existsSync(pdf)).toBe(false);

    const wrong = source.replace(/\btext\b(?=["'])/, "texd");
    expect(wrong).not.toBe(source);
    write(wrong);
    const refused = await run(program, at, TOKEN);
    expect(refused.status).not.toBe(0);
    for (const word of ["API-001", "pages[0].elements[0].type", "texd"]) expect(refused.said).toContain(word);
    expect(existsSync(pdf)).toBe(false);
  });
});

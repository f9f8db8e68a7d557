// schemathesis on the OpenAPI document of a running service: `npm run siege:openapi -- [--examples=N] [--seed=N] [--only=REGEX]`, of paths. Answers
// must be documented, forbidden requests refused. Needs python3 with venv. Exit code 1 on a finding.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { SMALL } from "./attacks.mjs";
import { valueOf } from "./phase.mjs";
import { ask, startService, TOKEN } from "./service.mjs";

const root = path.join(import.meta.dirname, "../..");
const examples = valueOf("examples") ?? "20";
const seed = valueOf("seed") ?? "1";
const only = valueOf("only");

const requirements = path.join(import.meta.dirname, "requirements.txt");
const venv = path.join(root, ".cache/schemathesis");
const program = path.join(venv, "bin/schemathesis");
if (!existsSync(program)) {
  mkdirSync(path.dirname(venv), { recursive: true });
  execFileSync("python3", ["-m", "venv", venv], { stdio: "inherit" });
  execFileSync(path.join(venv, "bin/pip"), ["install", "--quiet", "-r", requirements], { stdio: "inherit" });
}

const service = await startService({ PLATEN_SANDBOX_RATE: "1000000", PLATEN_WORKERS: "2" });
const data = (name) => readFileSync(path.join(root, name));
await ask(service, "PUT", "/assets/logo", { body: data("golden/assets/rgb.jpg"), headers: { "content-type": "image/jpeg" } });
const made = await ask(service, "POST", "/admin/tokens", { body: '{"owner":"a","callback":{"url":"https://example.com/"}}' });
await ask(service, "PUT", "/templates/letter", { body: '{"schema":{"fields":[]},"pages":[{"size":"a4","elements":[]}]}' });
const job = await ask(service, "POST", "/pdf/render", { body: SMALL, headers: { prefer: "respond-async" } });
if (made.status !== 201 || job.status !== 202) throw new Error("the service does not take the first requests");

// asynchronous, so that connections that the service closes meanwhile are not used again
const run = spawn(
  program,
  [
    ...["--config-file", path.join(import.meta.dirname, "schemathesis.toml"), "run", `${service.url}/openapi.json`],
    ...["--max-examples", examples, "--seed", seed],
    ...(only === null ? [] : ["--include-path-regex", only]),
  ],
  { stdio: "inherit", cwd: path.dirname(venv), env: { ...process.env, PLATEN_SIEGE_TOKEN: TOKEN } },
);
const status = await new Promise((resolve) => run.once("exit", resolve));
const metrics = await (await fetch(`${service.url}/metrics`)).text();
const unforeseen = /^platen_errors_total\{code="API-999"\} (\d+)/m.exec(metrics)?.[1] ?? "0";
if (unforeseen !== "0") console.log(`${unforeseen} answers were API-999`);
service.child.kill("SIGTERM");
const code = await service.exit;
if (code !== 0) console.log(`the service ended with exit code ${code}`);
process.exit(status === 0 && code === 0 && unforeseen === "0" ? 0 : 1);

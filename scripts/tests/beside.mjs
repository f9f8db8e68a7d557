// Two commands in parallel: node scripts/tests/beside.mjs FIRST SECOND [ARGUMENTS OF THE SECOND]
/* The second's output is live, the first's follows. */
import { spawn } from "node:child_process";

const [first, second, ...args] = process.argv.slice(2);

/** @returns {Promise<number>} exit status, after all output */
const ended = (child) =>
  new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status ?? 1));
  });

const output = [];
const a = spawn(first, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
for (const stream of [a.stdout, a.stderr]) stream.on("data", (chunk) => output.push(chunk));
const quoted = args.map((arg) => `'${arg.replaceAll("'", `'\\''`)}'`);
const b = spawn([second, ...quoted].join(" "), { shell: true, stdio: "inherit" });
const [one, two] = await Promise.all([ended(a), ended(b)]);
process.stdout.write(Buffer.concat(output));
console.log(`${first}: ${one === 0 ? "passed" : `failed with status ${one}`}`);
console.log(`${second}: ${two === 0 ? "passed" : `failed with status ${two}`}`);
process.exitCode = one || two;

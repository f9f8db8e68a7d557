import { existsSync } from "node:fs";
import path from "node:path";
import { java } from "./java.js";
import { has, needs, root } from "./tools.js";
import { answers, madeOf } from "./verdicts.js";

const folder = path.join(root, ".cache/mustang");

export const haveMustang = needs(
  "Mustang (.ci/run puts it in .cache/mustang)",
  existsSync(path.join(folder, "classes/Judge.class")) && has("java"),
);

export function mustangFaults(files: readonly string[]): readonly string[] {
  const version = madeOf(folder);
  const asked = files.map((file) => ({ tool: ["Mustang", version], of: file }));
  return answers(
    asked,
    (open) => verdicts(open.map((q) => q.of)),
    (l) => l === "PASS",
  ).filter((l) => l !== "PASS");
}

function verdicts(files: readonly string[]): readonly string[] {
  const out = java({ classPath: [`${folder}/lib/*`, `${folder}/classes`], name: "Judge", questions: files.length, args: files });
  const lines = out.split("\n").filter((l) => /^(PASS|FAIL)\t/.test(l));
  if (lines.length !== files.length) throw new Error(`Mustang judged ${lines.length} of ${files.length} files`);
  return lines.map((l) => (l.startsWith("PASS\t") ? "PASS" : l));
}

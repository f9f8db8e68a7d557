import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/tools.js";

test("the image has every folder that the package has, and does not run as root", () => {
  const { files } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { files: readonly string[] };
  const lines = readFileSync(path.join(root, "Dockerfile"), "utf8").split("\n");
  const copied = lines.flatMap((l) => /^COPY --from=build \/platen\/(\S+) /.exec(l)?.[1] ?? []);
  const unread = ["LICENSE", "docs", "packaging"];
  const folders = files.filter((f) => !f.startsWith("!") && !path.extname(f) && !unread.includes(f)).map((f) => f.split("/")[0]!);
  expect(folders).toContain("templates");
  for (const folder of [...folders, "node_modules", "package.json"]) expect(copied).toContain(folder);
  expect(lines).toContain("USER 1000:1000");
});

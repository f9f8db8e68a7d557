import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../support/tools.js";

const ROOMS = ["base", "pdf-reader", "ir", "compiler", "accessibility", "backends", "compare", "runtime", "web"];
/** Only ever lowered: a border that reads what it is given (`base/json.ts`, a row decoder, a schema) needs none. */
const MOST = 349;

function castsIn(name: string): number {
  const file = ts.createSourceFile(name, readFileSync(path.join(root, name), "utf8"), ts.ScriptTarget.Latest);
  const count = (node: ts.Node): number => {
    let n = ts.isAsExpression(node) && !(ts.isTypeReferenceNode(node.type) && ts.isConstTypeReference(node.type)) ? 1 : 0;
    ts.forEachChild(node, (child) => void (n += count(child)));
    return n;
  };
  return count(file);
}

test(`product code has at most ${MOST} type assertions`, () => {
  const files = ROOMS.flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !/\.(?:test|d)\.ts$/.test(name))
      .map((name) => path.join(room, name)),
  );
  const sum = files.reduce((n, name) => n + castsIn(name), 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThanOrEqual(MOST);
});

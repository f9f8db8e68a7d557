import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { messageOf } from "../../compiler/core/fail.js";
import { engine } from "../../golden/cases.js";

/* docs/errors.md quotes messages as they are told (FH-43). */

const page = readFileSync(path.join(import.meta.dirname, "../../docs/errors.md"), "utf8");
const quoted = [...page.matchAll(/^ *"message": ("(?:[^"\\]|\\.)*")/gm)].map((m) => JSON.parse(m[1]!) as string);

/** A page of three texts; the place's element has the style. */
const styled = (message: string, style: object): object => {
  const at = Number(/elements\[(\d+)\]/.exec(message)![1]);
  const elements = [0, 1, 2].map((i) => ({
    type: "text",
    layout: { left: 10, top: 10 + 10 * i },
    content: "Fish",
    ...(i === at ? { style } : {}),
  }));
  return { pages: [{ size: "a6", elements }] };
};

const STYLES: ReadonlyMap<string, object> = new Map([
  ["font_size", { font_size: 0 }],
  ["bold", { bold: true }],
]);

test("quoted messages are those of such a request", async () => {
  expect(quoted).toHaveLength(STYLES.size);
  for (const message of quoted) {
    const field = /style\.(\w+):/.exec(message)![1]!;
    const { errors } = await engine.findings(styled(message, STYLES.get(field)!));
    const told = messageOf(errors[0]!);
    const [head, rest] = message.split("…");
    if (rest === undefined) expect(told).toBe(head);
    else expect(told.startsWith(head!)).toBe(true);
  }
});

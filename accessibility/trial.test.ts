import { expect, test } from "vitest";
import { CHECK_IDS, type CheckId, type Severity } from "./report.js";
import { setting } from "./core/patches.js";
import { triedPatches, type Found } from "./trial.js";

const root = { a: { x: 1 }, b: { x: 1 }, c: { x: 1 } };
const found = (check: CheckId, name: string, severity: Severity = "fail"): Found => ({
  check,
  pointer: `/${name}`,
  draft: { severity, steps: [name], message: "", mend: setting([name, "x"], 2) },
});

/** A finding is there while its value is 1. */
const still = (list: readonly Found[], value: unknown): readonly Found[] =>
  list.filter(({ pointer }) => (value as Record<string, { x: number }>)[pointer.slice(1)]!.x === 1);

test("patches that touch nothing else cost one trial", async () => {
  const list = ["a", "b", "c"].map((name) => found("contrast", name));
  const trials: (readonly CheckId[])[] = [];
  const held = await triedPatches(
    list,
    list,
    1,
    () => root,
    async (value, changed) => {
      trials.push(changed);
      return still(list, value);
    },
  );
  expect([...held.values()]).toEqual(["a", "b", "c"].map((name) => [{ op: "replace", path: `/${name}/x`, value: 2 }]));
  // colours of texts are those of links, too
  expect(trials).toEqual([["contrast", "color-alone"]]);
  expect(root).toEqual({ a: { x: 1 }, b: { x: 1 }, c: { x: 1 } });
});

test("a patch after which the finding stays, or a failure is new, is not offered", async () => {
  const list = [found("heading-order", "a"), found("heading-order", "b"), found("heading-look", "c", "person")];
  const held = await triedPatches(
    list,
    list,
    1,
    () => root,
    async (value) => {
      const rest = still(list, value);
      if (!rest.some(({ pointer }) => pointer === "/a")) return [...rest, found("image-alt", "new")];
      return rest.some(({ pointer }) => pointer === "/b") ? rest : [...rest, list[1]!];
    },
  );
  expect([...held.keys()]).toEqual([list[2]]);
});

test("a refused request has no patch, and one that fails together is tried alone", async () => {
  const list = ["a", "b"].map((name) => found("contrast", name));
  const held = await triedPatches(
    list,
    list,
    1,
    () => root,
    async (value) => {
      const rest = still(list, value);
      return rest.some(({ pointer }) => pointer === "/a") ? rest : null;
    },
  );
  expect([...held.keys()]).toEqual([list[1]]);
});

test("trials are few, and fewer for many pages; later patches of a kind have the verdict of the first (AX-38)", async () => {
  const wide = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`e${i}`, { x: 1 }]));
  const list = Object.keys(wide).map((name) => ({
    ...found("heading-order", name),
    draft: { ...found("heading-order", name).draft, mend: setting(["list", Number(name.slice(1)), "x"], 2) },
  }));
  const given = { list: Object.values(wide) };
  for (const [pages, most] of [
    [1, 5],
    [30, 3],
    [200, 1],
  ] as const) {
    let trials = 0;
    const held = await triedPatches(
      list,
      list,
      pages,
      () => given,
      async () => {
        trials++;
        return [];
      },
    );
    expect(trials).toBe(most);
    expect(held.size).toBe(40);
  }
});

test("a patch that may change what other places read is judged by all checks", async () => {
  const list = [found("heading-order", "a")];
  const trials: (readonly CheckId[])[] = [];
  await triedPatches(
    list,
    list,
    1,
    () => root,
    async (_, changed) => {
      trials.push(changed);
      return [];
    },
  );
  expect(trials).toEqual([CHECK_IDS]);
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diff, render } from "../../runtime/index.js";
import { haveBrowser } from "../support/browser.js";
import { Playground, REQUEST } from "../support/playground.js";

/* The view of changes: what an edit changed, in words and on the pages, and where it came from (DF-24). */

describe.runIf(haveBrowser)("changes of a document", () => {
  let p: Playground;
  beforeAll(async () => {
    p = await Playground.open();
  });
  afterAll(() => p.end());
  const shown = <T>(script: string): Promise<T> => p.page.evaluate(script) as Promise<T>;
  const summary = (): Promise<string> => shown(`document.querySelector("#view-changes [role=status]")?.textContent ?? ""`);
  const told = async (wanted: string): Promise<void> => {
    await p.page.waitForFunction(`document.querySelector("#view-changes [role=status]")?.textContent === ${JSON.stringify(wanted)}`);
  };
  const same = "Nothing differs from the document as it was.";
  const boxes = `[...document.querySelectorAll(".side")].map((side) => [...side.querySelectorAll("span")].map((box) => {
    const [a, b] = [box.getBoundingClientRect(), side.getBoundingClientRect()];
    return [box.dataset.change, Math.round(210 * (a.left - b.left) / b.width), Math.round(297 * (a.top - b.top) / b.height)].join();
  }))`;

  test("an edit is told in words, with the page before and now, and leads to its element", async () => {
    const isFetched = (): boolean => p.server.fetched.some(({ path }) => path.includes("part-diff"));
    expect(isFetched()).toBe(false);
    await p.write(REQUEST("Total 119.00"));
    await (await p.control("tab", "Changes")).click();
    await p.page.waitForFunction(`document.querySelector("#view-changes [role=status]")`);
    expect(await summary()).not.toBe(same);
    expect(isFetched()).toBe(true);
    await p.button("Compare from here");
    await told(same);
    await p.write(REQUEST("Total 120.00"));
    await told("1 difference: 1 word.");
    // places and words as Node tells them
    const { differences } = await diff(
      JSON.parse(REQUEST("Total 119.00")) as object as never,
      JSON.parse(REQUEST("Total 120.00")) as object as never,
    );
    const [only] = differences;
    expect(only!.path.b).toBe("/pages/0/elements/0");
    await p.page.waitForFunction(`document.querySelectorAll("figure img").length === 2`);
    const place = only!.rect_mm!.a!.slice(0, 2).map(Math.round).join();
    expect(await shown(boxes)).toEqual([[`changed,${place}`], [`changed,${place}`]]);
    expect(await shown(`[...document.querySelectorAll("figcaption")].map((c) => c.textContent)`)).toEqual([
      "Before: page 1",
      "Now: page 1",
    ]);
    await p.page.focus('[aria-label="Request"]');
    await p.press("Control", "End");
    await p.button(only!.message.replace(` (${only!.path.b!})`, ""));
    await p.page.waitForFunction(`document.querySelector("main").dataset.cursor.startsWith("/pages/0/elements/0")`);
  });

  test("a page that only one document has, and what belongs to no page", async () => {
    const pages = `, { "size": "a5", "elements": [] }] }`;
    await p.write(REQUEST("Total 120.00").replace(/\] \}$/, pages));
    await told("2 differences: 1 page, 1 word.");
    await p.button("page -/2: page added");
    await p.page.waitForFunction(`document.querySelector("figcaption")?.textContent === "Before: no page"`);
    await p.write(REQUEST("Total 119.00").replace("{", '{ "settings": { "metadata": { "title": "Another" } },'));
    await told("1 difference: 1 metadata.");
    expect(await shown(`document.querySelectorAll("figure").length`)).toBe(0);
  });

  test("another document is compared with itself", async () => {
    await p.page.evaluate(`location.hash = "#example/letter"`);
    await told(same);
    expect(p.faults).toEqual([]);
  });

  test("`diff` takes PDF files too, and names the side that it cannot read", async () => {
    const { pdf } = await render(JSON.parse(REQUEST("Total 119.00")) as object as never);
    const found = await shown<{ equal: boolean; wrong: string; option: string }>(`(async () => {
      const { diff } = await import("/below/platen/platen.js");
      const pdf = Uint8Array.from(${JSON.stringify([...pdf])});
      const request = ${REQUEST("Total 119.00")};
      const failed = (work) => work.then(() => "", (e) => e.message);
      return {
        equal: (await diff(pdf, request)).equal,
        wrong: await failed(diff(request, { pages: 1 })),
        option: await failed(diff(request, request, { tolerance: 11 })),
      };
    })()`);
    expect(found).toMatchObject({
      equal: true,
      wrong: expect.stringMatching(/^b: /) as string,
      option: expect.stringMatching(/^tolerance: /) as string,
    });
  });
});

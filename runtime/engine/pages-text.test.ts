import { expect, test } from "vitest";
import { engine } from "../../golden/cases.js";
import { pagesText } from "./pages-text.js";

test("memory is watched at each page whose text is read, without telling of progress", async () => {
  const page = { size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Hello" }] };
  const request = { pages: Array.from({ length: 40 }, () => page) };
  let looks = 0;
  const watched = pagesText(engine, request, {
    onPage: () => expect.unreachable(),
    onPicture: () => {
      if (++looks === 20) throw new Error("no memory is left");
    },
  });
  await expect(watched).rejects.toThrow("no memory is left");
  const { text } = await pagesText(engine, request, {});
  expect(text.match(/Hello/g)).toHaveLength(40);
});

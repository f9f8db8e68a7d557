import { expect, test } from "vitest";
import { MAX_PAGES } from "../../compiler/compile-options.js";
import { renderOptions, type RenderOptions } from "./render-options.js";

/* Equal fields in equal order are one hidden class in V8: readers of options are compiled once. */

const ignore = (): void => undefined;
const GIVEN: readonly RenderOptions[] = [
  {},
  { onPage: ignore, maxPages: 7 },
  { maxPages: 7, onPage: ignore },
  { warn: ignore, after: ignore, entering: ignore, decoded: ignore, onPicture: ignore },
  { pretty: true, structure: true, lacking: ["layout.flow_document"], policy: { profiles: [] }, metadata: { allow: ["title"] } },
  { fonts: undefined, embed: { files: [], statements: [] } },
];

test("render options have every field in one order, whatever is given in whatever order", () => {
  const all = Object.keys(renderOptions({}));
  for (const given of GIVEN) expect(all).toEqual(expect.arrayContaining(Object.keys(given)));
  for (const given of GIVEN) expect(Object.keys(renderOptions(given))).toEqual(all);
  for (const given of GIVEN) expect(renderOptions(given)).toMatchObject(given);
});

test("absent ones are those of a render: no structure tree beyond what the profile demands", () => {
  expect(renderOptions({})).toMatchObject({ maxPages: MAX_PAGES, structure: false, pretty: false, policy: {}, lacking: [] });
});

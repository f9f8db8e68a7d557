import fc from "fast-check";
import type { Drawing, PageFacts, Picture, TagFact, Word } from "../../../compare/facts/facts.js";
import { box, entry, line, link, type Made, made, metadata, page, picture, tag } from "./documents.js";

/* Random documents on a grid of millimetres, with words from a small vocabulary, so that texts and places coincide often. */

const vocabulary = ["a", "bb", "the", "of", "Total", "0.00", "119.00", "naïve", "שלום", "x"] as const;
const text = fc.constantFrom(...vocabulary);
const grid = (most: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: most });
const paint = fc.constantFrom("#000000", "#FF0000", "#336699", "axial #000000 #FFFFFF");
const opacity = fc.constantFrom(1, 1, 1, 0.5);

const words: fc.Arbitrary<readonly Word[]> = fc
  .array(
    fc.record({
      content: fc.array(text, { minLength: 1, maxLength: 4 }),
      left: grid(6),
      top: grid(8),
      look: fc.record({ paint, opacity, family: fc.constantFrom("Noto Sans", "Noto Serif"), size: fc.constantFrom(10, 12) }),
    }),
    { maxLength: 5 },
  )
  .map((found) => found.flatMap(({ content, left, top, look }, k) => line(content.join(" "), 20 * left, 10 * top, { ...look, line: k })));

const drawing: fc.Arbitrary<Drawing> = fc
  .tuple(grid(5), grid(5), fc.constantFrom(10, 20, 30), paint, opacity)
  .map(([left, top, size, fill, alpha]) => box(10 * left, 10 * top, size, size, { paint: fill, opacity: alpha }));

const image: fc.Arbitrary<Picture> = fc
  .tuple(grid(3), grid(3), fc.constantFrom("aa", "bb"))
  .map(([left, top, pixels]) => picture(30 * left, 30 * top, 25, pixels));

export const randomPage: fc.Arbitrary<PageFacts> = fc
  .tuple(
    words,
    fc.array(drawing, { maxLength: 4 }),
    fc.array(image, { maxLength: 2 }),
    fc.array(fc.tuple(grid(3), fc.constantFrom(0, 1, 2, null)), { maxLength: 2 }),
    fc.constantFrom(210, 210, 210, 297),
  )
  .map(([found, drawings, pictures, links, width]) =>
    page({
      words: found,
      drawings,
      pictures,
      links: links.map(([k, to]) => link([k, k, k + 5, k + 5], to === null ? "https://example.com" : `page ${to + 1}`, to)),
      width,
    }),
  );

const leaf: fc.Arbitrary<TagFact> = fc
  .tuple(fc.constantFrom("P", "H1", "Figure"), text, fc.constantFrom({}, { Lang: "en" }, { Alt: "a" }))
  .map(([role, content, properties]) => tag(role, content, properties));

const tree: fc.Arbitrary<TagFact> = fc
  .array(
    fc.oneof(
      leaf,
      fc.tuple(fc.constantFrom("Sect", "Div"), fc.array(leaf, { maxLength: 3 })).map(([role, kids]) => tag(role, kids)),
    ),
    {
      maxLength: 4,
    },
  )
  .map((kids) => tag("Document", kids));

export const randomDocument: fc.Arbitrary<Made> = fc
  .record({
    pages: fc.array(randomPage, { maxLength: 4 }),
    titles: fc.array(fc.tuple(text, grid(2), fc.constantFrom(1, 2)), { maxLength: 4 }),
    tags: fc.option(tree),
    title: fc.constantFrom("", "A", "B"),
    labels: fc.constantFrom("none", "roman"),
    files: fc.uniqueArray(fc.constantFrom("a.txt", "b.txt"), { maxLength: 2 }),
    sha256: fc.constantFrom("00", "11"),
    method: fc.option(fc.constantFrom("AES-256", "AES-128")),
  })
  .map(({ pages, titles, tags, title, labels, files, sha256, method }) =>
    made(pages, {
      outline: titles.map(([name, to, level]) => entry(name, to, { level })),
      tags,
      metadata: { ...metadata, title },
      labels: labels === "none" ? [] : pages.map((_, k) => "i".repeat(k + 1)),
      attachments: files.map((name) => ({ name, sha256, bytes: 3, relationship: "Data", type: "text/plain", description: "" })),
      protection: method === null ? null : { method, permissions: ["print"] },
    }),
  );

/** Moves every place by less than a distance, each coordinate by its own. */
export function withNoise({ pages, whole }: Made, most: number, seed: number): Made {
  let state = seed >>> 0;
  const noise = (value: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return value + (2 * (state / 2 ** 32) - 1) * most;
  };
  const rect = <T extends { readonly rect: readonly [number, number, number, number] }>(fact: T): T => ({
    ...fact,
    rect: fact.rect.map(noise),
  });
  return {
    whole,
    pages: pages.map((facts) => ({
      ...facts,
      width: noise(facts.width),
      height: noise(facts.height),
      words: facts.words.map(rect),
      drawings: facts.drawings.map((drawing) => ({ ...rect(drawing), points: drawing.points.map(noise), width: noise(drawing.width) })),
      pictures: facts.pictures.map((image_) => ({ ...rect(image_), matrix: image_.matrix.map(noise) as unknown as Picture["matrix"] })),
      links: facts.links.map(rect),
    })),
  };
}

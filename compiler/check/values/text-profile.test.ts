import { CONTRACT_LIMITS } from "../../core/limits.js";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../core/src.js";
import type { Block, Inline, TextStyle } from "../../request/types/text.js";
import { FIELD_CHECK } from "../field/lazy-modules.js";
import { meaningPlace, Titles } from "../place/meaning.js";
import { Report } from "./report.js";
import { checkBlocks, checkTextStyle, type TextPlace } from "../elements/text.js";
import { inContainer, TEXT_PROFILES, type TextProfile } from "./text-profile.js";

await FIELD_CHECK.demand();

/* The contract's table: each block, inline, frame field and link by location, allowed and refused. */
const place = (profile: TextProfile): TextPlace => ({
  profile,
  fonts: { knows: () => true, names: [] },
  targets: { pages: 1, destinations: null, fields: new Set() },
  linked: false,
  meaning: meaningPlace("content", new Titles()),
});
const INLINES: Readonly<Record<Inline["type"], Inline>> = {
  text: { type: "text", text: "a" },
  variable: { type: "variable", scope: "system", name: "page" },
  line_break: { type: "line_break" },
  tab: { type: "tab" },
  field: { type: "field", kind: "text", name: "n" },
  footnote: { type: "footnote", blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "n" }] }] },
};
const paragraph = (...inlines: Inline[]): Block => ({ type: "paragraph", inlines });
const BLOCKS: Readonly<Record<Block["type"], Block>> = {
  paragraph: paragraph(INLINES.text),
  list: { type: "list", list: { kind: "bullet" }, items: [{ blocks: [paragraph(INLINES.text)] }] },
  page_break: { type: "page_break" },
};
const rulesOf = (profile: TextProfile, ...blocks: Block[]): string[] => {
  const r = new Report(CONTRACT_LIMITS);
  checkBlocks(r, { blocks }, ROOT, place(profile), false);
  return r.problems.map((p) => p.rule);
};
const refused = (profile: TextProfile): string =>
  [
    ...Object.values(BLOCKS).filter((b) => rulesOf(profile, b).includes("text-location")),
    ...Object.values(INLINES).filter((i) =>
      rulesOf(profile, paragraph(i)).some((rule) => rule === "text-location" || rule === "field-repeats"),
    ),
  ]
    .map((x) => x.type)
    .join(" ");

describe("text profiles by location", () => {
  test("blocks and inlines", () => {
    expect(refused(TEXT_PROFILES.full)).toBe("footnote");
    expect(refused(TEXT_PROFILES.block)).toBe("");
    expect(refused(TEXT_PROFILES.row)).toBe("page_break");
    expect(refused(TEXT_PROFILES.float)).toBe("page_break");
    expect(refused(TEXT_PROFILES.placed)).toBe("page_break footnote");
    expect(refused(TEXT_PROFILES.section)).toBe("list page_break field footnote");
    expect(refused(TEXT_PROFILES.layer)).toBe("list page_break field footnote");
    expect(refused(TEXT_PROFILES.table_in_block)).toBe("list page_break tab");
    expect(refused(TEXT_PROFILES.note)).toBe("list page_break tab field footnote");
    expect(refused(TEXT_PROFILES.table)).toBe("list page_break tab footnote");
    expect(refused(TEXT_PROFILES.barcode)).toBe("list page_break tab field footnote");
    expect(refused(inContainer(TEXT_PROFILES.full, false))).toBe("page_break footnote");
    expect(refused(inContainer(TEXT_PROFILES.section, false))).toBe("list page_break field footnote");
  });

  test("links inside text", () => {
    const linked = paragraph({ type: "text", text: "a", link: { target: { type: "url", url: "https://example.com" } } });
    const refuses = (profile: TextProfile): boolean => rulesOf(profile, linked).includes("text-location");
    expect([TEXT_PROFILES.full, TEXT_PROFILES.section, TEXT_PROFILES.layer].map(refuses)).toEqual([false, false, false]);
    expect([TEXT_PROFILES.table, TEXT_PROFILES.barcode].map(refuses)).toEqual([true, true]);
  });

  test("the frame's shorthand in a text style, field by field", () => {
    const fields: TextStyle = {
      width: 10,
      height: 10,
      vertical_align: "middle",
      text_overflow: "clip",
      shrink_to_fit: true,
      min_font_size: 5,
    };
    for (const [field, value] of Object.entries(fields)) {
      for (const [name, profile] of Object.entries(TEXT_PROFILES)) {
        const r = new Report(CONTRACT_LIMITS);
        checkTextStyle(r, { [field]: value }, ROOT, place(profile));
        expect([name, field, r.problems.map((p) => p.rule)]).toEqual([name, field, profile.frame ? [] : ["frame-location"]]);
        if (!profile.frame)
          expect(r.problems[0]!.reason).toBe(
            `text in ${profile.where} has no frame: leave ${field} out${field === "vertical_align" ? "" : ", its container defines the size"}`,
          );
      }
    }
  });

  test("going on elsewhere", () => {
    const continues = Object.entries(TEXT_PROFILES).flatMap(([name, p]) => (p.continues ? [name] : []));
    expect(continues).toEqual(["full", "block"]);
    expect(inContainer(TEXT_PROFILES.full, true).continues).toBe(true);
    expect(inContainer(TEXT_PROFILES.full, false).continues).toBe(false);
    expect(inContainer(TEXT_PROFILES.section, true).continues).toBe(false);
  });
});

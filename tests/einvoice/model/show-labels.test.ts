// Labels of every term in every language (I36).
import { expect, test } from "vitest";
import { TERMS } from "../../../compiler/einvoice/model/terms.js";
import { labelOf } from "../../../compiler/einvoice/show/labels/label.js";
import { LANGUAGES } from "../../../compiler/einvoice/show/labels/table.js";

const PARTS = /\.(scheme|scheme_version)$/;

test.each(LANGUAGES.filter((l) => l !== "en"))("every term has its own words in %s", (language) => {
  const lacking = TERMS.filter(({ field }) => !PARTS.test(field)).filter((term) => {
    const label = labelOf({ field: term.field, term }, language);
    return label === "" || label.includes("undefined") || label.toLowerCase() === term.name.toLowerCase();
  });
  expect(lacking.map((t) => t.field)).toEqual([]);
});

test("labels within a group differ, so that a row is known by its label", () => {
  for (const language of LANGUAGES) {
    const seen = new Map<string, string>();
    for (const term of TERMS.filter(({ type, field }) => type !== null && !PARTS.test(field))) {
      const group = term.field.split(".").slice(0, -1).join(".");
      const key = `${group} ${labelOf({ field: term.field, term }, language)}`;
      expect(seen.get(key), `${language} ${key}`).toBeUndefined();
      seen.set(key, term.field);
    }
  }
});

import { formatFound } from "../../core/fail.js";
import { at, ROOT, type Src } from "../../core/src.js";
import { breaks, must } from "../../help/reason.js";
import { meantWord } from "../../help/words.js";
import type { Numbers } from "../../locale/numbers.js";
import { isLanguageTag, LANGUAGE_TAG } from "../../request/language-tag.js";
import { ACCESSIBLE_PROFILES, PARTS_OF_UA, profileOf, PROFILES } from "../../request/profile.js";
import type { PageMargin } from "../../request/types/common.js";
import type { FieldUse } from "../../request/fields.js";
import type { OfferedSigner } from "../../request/signatures.js";
import type { Materialized } from "../../request/materialized.js";
import type { Settings } from "../../request/types/document.js";
import type { Defaults } from "../../request/types/shape.js";
import { checkAttachments } from "../values/attachments.js";
import { checkLocale } from "../values/number-format.js";
import { SECURITY_CHECK, SIGNATURE_CHECK } from "./lazy-modules.js";
import type { Report } from "../values/report.js";
import { checkFill, checkStroke, type FontNames } from "../values/style.js";
import { TEXT_PROFILES } from "../values/text-profile.js";
import { checkTextStyle } from "./text.js";
import { WAYS } from "../../help/ways.js";

const MODES = ["binary", "file"];
const LEGACY = ["font_family", "font_size", "color", "unit"] as const;

const meantOf = (found: string, words: readonly string[]): string | undefined => {
  const meant = meantWord(found, words);
  return meant === undefined ? undefined : JSON.stringify(meant);
};

interface SettingsPlace {
  readonly fonts: FontNames;
  readonly numbers: Numbers;
  readonly embeds: boolean;
  readonly signers: readonly OfferedSigner[];
  /** all fields of the document */
  readonly fields: () => readonly FieldUse[];
}

/** (core contract, Settings) @param embeds files of the caller are embedded, whose number the writer checks */
export function checkSettings(r: Report, request: Materialized, { fonts, numbers, embeds, signers, fields }: SettingsPlace): void {
  const { settings } = request;
  if (!settings) return;
  const src = at(ROOT, "settings");
  checkDefaults(r, settings.defaults, at(src, "defaults"), fonts);
  const language = settings.metadata?.language?.trim() ?? "";
  if (language !== "" && !isLanguageTag(language))
    r.add("language", at(src, "metadata", "language"), must(LANGUAGE_TAG, formatFound(language)));
  checkLocale(r, settings.locale, at(src, "locale"), numbers);
  const mode = settings.output?.mode;
  if (mode !== undefined && !MODES.includes(mode))
    r.add(
      "output-mode",
      at(src, "output", "mode"),
      must(
        MODES.map((m) => JSON.stringify(m)),
        formatFound(mode),
        { suggestion: meantOf(mode, MODES) },
      ),
    );
  const profile = profileOf(request) ?? "";
  if (profile !== "" && !PROFILES.includes(profile))
    r.add(
      "profile",
      at(src, "profile"),
      must(
        PROFILES.map((m) => JSON.stringify(m)),
        formatFound(profile),
        { suggestion: meantOf(profile, PROFILES) },
      ),
    );
  checkAccessibility(r, settings.accessibility, at(src, "accessibility"), profile);
  if (!embeds || settings.attachments) checkAttachments(r, settings.attachments, at(src, "attachments"), profile);
  if (settings.e_invoice !== undefined) r.add("e-invoice-route", at(src, "e_invoice"), `only allowed ${WAYS.invoiceRender}`);
  if (settings.security) SECURITY_CHECK.get().checkSecurity(r, settings.security, at(src, "security"), profile);
  if (settings.signatures)
    SIGNATURE_CHECK.get().checkSignatures(r, settings.signatures, at(src, "signatures"), { signers, fields: fields() });
  if (settings.look !== undefined && request.pages !== undefined)
    r.add("look-pages", at(src, "look"), breaks("a look is of a Flow Document", "pages", "use flow_document, or leave look out"));
  const layout = at(src, "layout");
  r.notNegative(settings.layout?.gap_after, layout, "gap_after");
  r.notNegative(settings.layout?.start_top, layout, "start_top");
  checkMargin(r, settings.layout?.page_margin, at(layout, "page_margin"));
  for (const gap of ["continuation_top_gap", "continuation_top_gap_with_header"] as const)
    r.notNegative(settings.layout?.pagination?.[gap], at(layout, "pagination"), gap);
}

function checkAccessibility(r: Report, part: Settings["accessibility"], src: Src, profile: string): void {
  if (part === undefined) return;
  const profiles = ACCESSIBLE_PROFILES[part];
  if (profiles.includes(profile)) return;
  const own = PARTS_OF_UA.get(profile);
  r.add(
    "accessibility",
    src,
    own
      ? `${profile} is PDF/UA-${own.slice(-1)} already: leave accessibility out`
      : must(`beside one of the profiles ${profiles.join(", ")}`, profile === "" ? "no profile" : formatFound(profile), {
          advice: "set settings.profile",
        }),
  );
}

export function checkDefaults(r: Report, defaults: Defaults | undefined, src: Src, fonts: FontNames): void {
  if (!defaults) return;
  for (const field of LEGACY)
    if (defaults[field] !== undefined)
      r.add(
        "defaults-legacy",
        at(src, field),
        `the flat field ${field} is no longer accepted: ${field === "unit" ? "lengths are in millimetres, font sizes in points" : `use "text": {"${field}": …}`}`,
      );
  checkTextStyle(r, defaults.text, at(src, "text"), { fonts, profile: TEXT_PROFILES.full });
  checkStroke(r, defaults.stroke, at(src, "stroke"));
  checkFill(r, defaults.fill, at(src, "fill"));
  r.notNegative(defaults.shape?.corner_radius, at(src, "shape"), "corner_radius");
}

export function checkMargin(r: Report, margin: PageMargin | undefined, src: Src): void {
  for (const edge of ["top", "right", "bottom", "left"] as const) r.notNegative(margin?.[edge], src, edge);
}

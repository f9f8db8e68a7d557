import { isOneOf } from "../../../base/lookup.js";
import { formatFound } from "../../core/fail.js";
import { atMost } from "../../core/limits.js";
import { at, type Src } from "../../core/src.js";
import { utf8Length } from "../../data/budget.js";
import { breaks, must } from "../../help/reason.js";
import type { ElementType } from "../../request/types/element.js";
import type { FlowNode } from "../../request/types/flow-node.js";
import type { NamedStyle, NamedStyles, StyleRule, StyleScope } from "../../request/types/named-style.js";
import { listed, unknownName } from "../data/names.js";
import type { Report } from "../values/report.js";
import { checkFill, checkStroke, type FontNames } from "../values/style.js";
import { checkCellStyle } from "../elements/table.js";
import { checkTextStyle } from "../elements/text.js";
import { TEXT_PROFILES } from "../values/text-profile.js";
import { checkIndent, checkSpacing } from "./spacing.js";

const MAX_BYTES = 128;
const MAX_EXTENDS = 32;
const MAX_EXPLICIT = 4;

const TARGETS: Readonly<Record<NamedStyle["target"], ElementType>> = { text: "text", table: "table", container_frame: "container" };
const NODE_KINDS: readonly Exclude<FlowNode["type"], "break">[] = ["block", "stack", "grid", "columns", "placed", "markdown", "contents"];
const ELEMENT_KINDS: Readonly<Record<ElementType, true>> = {
  text: true,
  barcode: true,
  field: true,
  image: true,
  chart: true,
  line: true,
  rect: true,
  circle: true,
  ellipse: true,
  polygon: true,
  path: true,
  link: true,
  container: true,
  table: true,
};

/** Checks named styles (element model, Named styles; element model, Limits). */
export class StyleCheck {
  #rules = 0;
  readonly #names: readonly string[];

  constructor(
    readonly r: Report,
    readonly styles: NamedStyles,
    readonly fonts: FontNames,
  ) {
    this.#names = Object.keys(styles);
  }

  declarations(src: Src): void {
    const { r, styles } = this;
    const names = this.#names;
    if (names.length > r.limits.flow_styles) r.add("styles-count", src, must(atMost(r.limits, "flow_styles"), `${names.length} styles`));
    for (const name of names) {
      const here = at(src, name);
      if (name === "" || name !== name.trim() || utf8Length(name) > MAX_BYTES)
        r.add("style-name", here, `a style's name is not empty, has no white space at its ends and at most ${MAX_BYTES} bytes in UTF-8`);
      this.#properties(styles[name]!, at(here, "properties"));
      checkSpacing(this.r, styles[name]!.spacing, at(here, "spacing"));
      if (styles[name]!.target === "text") checkIndent(this.r, styles[name]!.indent, at(here, "indent"));
      this.#extends(name, at(here, "extends"));
    }
  }

  #properties(style: NamedStyle, src: Src): void {
    const { r, fonts } = this;
    if (style.target === "text") checkTextStyle(r, style.properties, src, { fonts, profile: TEXT_PROFILES.block });
    else if (style.target === "table") checkCellStyle(r, style.properties.cell, at(src, "cell"), { fonts });
    else {
      const { fill, stroke, corner_radius: radius, padding } = style.properties;
      checkFill(r, fill, at(src, "fill"));
      checkStroke(r, stroke, at(src, "stroke"));
      r.notNegative(radius, src, "corner_radius");
      for (const edge of ["top", "right", "bottom", "left"] as const) r.notNegative(padding?.[edge], at(src, "padding"), edge);
    }
  }

  /** Each style reports its own step. */
  #extends(name: string, src: Src): void {
    const { r, styles } = this;
    const style = styles[name]!;
    const up = style.extends;
    if (up === undefined) return;
    if (!Object.hasOwn(styles, up)) return r.add("style-unknown", src, unknownName(up, "style", "of the document", this.#names));
    const { target } = styles[up]!;
    if (target !== style.target)
      return r.add("style-target", src, must(`a style of ${style.target}`, `${formatFound(up)}, a style of ${target}`));
    const seen = new Set([name]);
    for (let next: string | undefined = up; next !== undefined && Object.hasOwn(styles, next); next = styles[next]!.extends) {
      if (seen.has(next))
        return r.add(
          "style-cycle",
          src,
          breaks("a style does not extend itself", `${formatFound(up)}, which leads back to ${formatFound(next)}`),
        );
      seen.add(next);
    }
    if (seen.size > MAX_EXTENDS + 1)
      r.add("style-depth", src, must(`a style that extends, in a chain, at most ${MAX_EXTENDS} others`, String(seen.size - 1)));
  }

  scope(scope: StyleScope | undefined, src: Src): void {
    const rules = scope?.rules ?? [];
    const { limits } = this.r;
    if (rules.length > limits.flow_scope_rules)
      this.r.add("rules-in-scope", at(src, "rules"), must(`${atMost(limits, "flow_scope_rules")} in a scope`, `${rules.length} rules`));
    rules.forEach((rule, i) => {
      const here = at(src, "rules", i);
      if (++this.#rules === limits.flow_style_rules + 1)
        this.r.add("rules-count", here, `a document has ${atMost(limits, "flow_style_rules")} style rules; this is one more`);
      this.#rule(rule, here);
    });
  }

  #rule({ selector, style: name }: StyleRule, src: Src): void {
    const { r, styles } = this;
    const { kind, style_identity: identity } = selector;
    const here = at(src, "selector");
    const known = kind === undefined || Object.hasOwn(ELEMENT_KINDS, kind) || isOneOf(NODE_KINDS, kind);
    if (!known) r.add("selector-kind", at(here, "kind"), must([...Object.keys(ELEMENT_KINDS), ...NODE_KINDS], formatFound(kind)));
    r.positive(selector.heading_level, here, "heading_level");
    r.positive(selector.list_depth, here, "list_depth");
    if (identity !== undefined && !Object.hasOwn(styles, identity))
      r.add("style-unknown", at(here, "style_identity"), unknownName(identity, "style", "of the document", this.#names));
    if (!Object.hasOwn(styles, name))
      return r.add("style-unknown", at(src, "style"), unknownName(name, "style", "of the document", this.#names));
    const { target } = styles[name]!;
    if (kind !== undefined && Object.hasOwn(ELEMENT_KINDS, kind) && kind !== TARGETS[target])
      r.add("style-target", at(src, "style"), must(`a style that a ${kind} can have`, `${formatFound(name)}, a style of ${target}`));
    if (kind === "contents" && target !== "text")
      r.add(
        "style-target",
        at(src, "style"),
        must("a style of text, which entries can have", `${formatFound(name)}, a style of ${target}`),
      );
  }

  explicit(names: readonly string[] | undefined, type: ElementType, src: Src): void {
    if (!names) return;
    const { r, styles } = this;
    if (names.length > MAX_EXPLICIT)
      r.add("explicit-count", src, must(`at most ${MAX_EXPLICIT} styles`, `${names.length}: ${listed(names)}`));
    names.forEach((name, i) => {
      if (!Object.hasOwn(styles, name))
        return r.add("style-unknown", at(src, i), unknownName(name, "style", "of the document", this.#names));
      const { target } = styles[name]!;
      if (TARGETS[target] !== type)
        r.add("style-target", at(src, i), must(`a style that a ${type} can have`, `${formatFound(name)}, a style of ${target}`));
    });
  }
}

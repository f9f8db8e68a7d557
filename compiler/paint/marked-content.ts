// Mark sequences and artifacts (ISO 32000-1, 14.6, 14.8.2.2).
import type { Artifact, MarkId, Op, Rect } from "../../ir/ir.js";
import { append } from "../../base/many.js";
import { clipOps } from "./group.js";
import type { DeclaredLangs, Languages } from "./language.js";
import type { StructureBuilder } from "./structure.js";
import type { StructureElement } from "./structure-element.js";

const NO_OPS: readonly Op[] = [];

export class MarkedContent {
  #ops: Op[] = [];
  #above: Op[] = [];
  #artifact = false;

  constructor(
    readonly structure: StructureBuilder,
    readonly languages: Languages,
    readonly tagged: boolean,
    /** from 0 */
    readonly page: number,
  ) {}

  get ops(): readonly Op[] {
    return this.#ops;
  }

  get inArtifact(): boolean {
    return this.#artifact;
  }

  artifact(kind: Artifact, ops: readonly Op[]): void {
    if (ops.length === 0) return;
    if (this.#artifact) append(this.#ops, ops);
    else this.#ops.push({ op: "mark", mark: kind, children: ops });
  }

  /** `opacity`: of the whole; an artifact of opacity 0 is omitted. */
  asArtifact(kind: Artifact, opacity: number, paint: () => void): void {
    this.add(this.artifactOps(kind, opacity, paint));
  }

  artifactOps(kind: Artifact, opacity: number, paint: () => void): readonly Op[] {
    const inside = this.#artifact;
    this.#artifact = true;
    const ops = this.#collected(paint);
    this.#artifact = inside;
    if (ops.length === 0 || opacity === 0) return NO_OPS;
    const children: readonly Op[] =
      opacity === 1
        ? ops
        : [{ op: "group", transform: null, clip: null, opacity, isolated: false, blend: "normal", mask: null, children: ops }];
    return inside ? children : [{ op: "mark", mark: kind, children }];
  }

  add(ops: readonly Op[]): void {
    append(this.#ops, ops);
  }

  clipped(area: Rect, radius: number, paint: () => void): void {
    append(this.#ops, clipOps(this.#collected(paint), area, radius));
  }

  above(paint: () => void): void {
    const ops = this.#collected(paint);
    if (ops.length === 0) return;
    if (this.#artifact) this.#above.push({ op: "mark", mark: "decoration", children: ops });
    else append(this.#above, ops);
  }

  endBody(): void {
    append(this.#ops, this.#above);
    this.#above = [];
  }

  sequence(mark: MarkId, ops: readonly Op[]): void {
    if (this.structure.newer) this.structure.reach(mark, this.page, ops);
    this.#ops.push({ op: "mark", mark, children: ops });
  }

  /**
   * One sequence, or one per language, in a Span unless the element has the language (ISO 14289-1, 7.2). @param foreign some ops may be
   * in another language @param declared of some runs; then the others may still be foreign @returns the first mark; for a Link its first direct one
   */
  mark(element: StructureElement, ops: readonly Op[], source: number, foreign = true, declared: DeclaredLangs | null = null): MarkId {
    const { structure } = this;
    const implied = foreign && this.tagged && element.lang === undefined && this.languages.isForeign(ops);
    if (!implied && !declared) {
      const mark = structure.markIn(element);
      this.sequence(mark, ops);
      return mark;
    }
    const runs = this.languages.runs(ops, implied, declared);
    // annotations belong to a direct mark (ISO 14289-1, 7.18.5)
    let own = element.role === "Link" && runs.every((r) => r.lang !== undefined) ? structure.markIn(element) : null;
    let first: number | null = null;
    for (const { lang, ops: children } of runs) {
      const mark = structure.markIn(lang === undefined ? element : structure.inside(element, { role: "Span", lang, source }));
      first ??= mark;
      if (lang === undefined) own ??= mark;
      this.sequence(mark, children);
    }
    return element.role === "Link" ? own! : first!;
  }

  #collected(paint: () => void): readonly Op[] {
    const around = this.#ops;
    const ops: Op[] = [];
    this.#ops = ops;
    paint();
    this.#ops = around;
    return ops;
  }
}

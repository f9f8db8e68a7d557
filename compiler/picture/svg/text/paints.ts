import type { Rect } from "../../../../ir/ir.js";
import type { Style } from "../style/style.js";
import { made, replaceChildren, walk, type SvgElement } from "../tree/tree.js";

/** Paint server with attributes by reference (SVG 2, 14.1.1). */
class Server {
  constructor(
    readonly el: SvgElement,
    readonly named: ReadonlyMap<string, SvgElement>,
  ) {}

  get(key: string): string | undefined {
    const seen = new Set<SvgElement>();
    for (let at: SvgElement | undefined = this.el; at && !seen.has(at);) {
      seen.add(at);
      const value = at.attributes.get(key);
      if (value !== undefined) return value;
      const href: string | undefined = at.attributes.get("href")?.trim();
      at = href?.startsWith("#") ? this.named.get(href.slice(1)) : undefined;
    }
    return undefined;
  }

  share(key: string, fallback: number): number {
    const v = this.get(key)?.trim() ?? "";
    const n = Number.parseFloat(v) / (v.endsWith("%") ? 100 : 1);
    return Number.isFinite(n) ? n : fallback;
  }
}

/** Absolute per text: as paths, letters would have separate boxes. */
export class TextPaints {
  readonly #named = new Map<string, SvgElement>();
  readonly #made = new Map<string, string>();

  constructor(
    readonly root: SvgElement,
    readonly styles: ReadonlyMap<SvgElement, Style>,
    readonly fresh: () => string,
  ) {
    for (const el of walk(root)) {
      const id = el.attributes.get("id");
      if (id !== undefined && /^(?:linearGradient|radialGradient|pattern)$/.test(el.name)) this.#named.set(id, el);
    }
  }

  needed(text: SvgElement): boolean {
    return [...walk(text)].some((el) => (["fill", "stroke"] as const).some((which) => this.#server(el, text, which) !== null));
  }

  apply(text: SvgElement, box: Rect): void {
    for (const el of walk(text))
      for (const which of ["fill", "stroke"] as const) {
        const server = this.#server(el, text, which);
        if (server) el.attributes.set(which, `url(#${this.#inBox(server, text.attributes.get("id")!, box)})`);
      }
  }

  #server(el: SvgElement, text: SvgElement, which: "fill" | "stroke"): SvgElement | null {
    const value = el.attributes.get(which) ?? (el === text ? this.styles.get(el)?.paint(which).value : undefined);
    const id = /^url\(#([^)]*)\)/.exec(value ?? "")?.[1];
    const server = id === undefined ? undefined : this.#named.get(id);
    if (!server) return null;
    const has = new Server(server, this.#named);
    if (server.name !== "pattern") return has.get("gradientUnits") === "userSpaceOnUse" ? null : server;
    const byContent = has.get("patternContentUnits") === "objectBoundingBox" && has.get("viewBox") === undefined;
    return has.get("patternUnits") === "userSpaceOnUse" && !byContent ? null : server;
  }

  #inBox(el: SvgElement, text: string, box: Rect): string {
    const key = JSON.stringify([el.attributes.get("id"), text]);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const server = new Server(el, this.#named);
    const id = this.fresh();
    const attributes = el.name === "pattern" ? patternIn(server, box) : gradientIn(server, box);
    const other = made(el.name, { ...attributes, id, href: `#${el.attributes.get("id")!}` }, [], el.line);
    if (el.name === "radialGradient" && server.get("fr") !== undefined) other.attributes.set("fr", String(server.share("fr", 0)));
    replaceChildren(this.root, [other, ...this.root.children]);
    this.#made.set(key, id);
    return id;
  }
}

function gradientIn(server: Server, box: Rect): Readonly<Record<string, string>> {
  const place =
    server.el.name === "linearGradient"
      ? { x1: server.share("x1", 0), y1: server.share("y1", 0), x2: server.share("x2", 1), y2: server.share("y2", 0) }
      : { cx: server.share("cx", 0.5), cy: server.share("cy", 0.5), r: server.share("r", 0.5), ...focus(server) };
  const transform = `matrix(${box.width} 0 0 ${box.height} ${box.x} ${box.y}) ${server.get("gradientTransform") ?? ""}`.trim();
  return { gradientUnits: "userSpaceOnUse", gradientTransform: transform, ...strings(place) };
}

const focus = (server: Server): Readonly<Record<string, number>> => ({
  fx: server.share("fx", server.share("cx", 0.5)),
  fy: server.share("fy", server.share("cy", 0.5)),
});

function patternIn(server: Server, box: Rect): Readonly<Record<string, string>> {
  const user = server.get("patternUnits") === "userSpaceOnUse";
  const tile = user
    ? { x: server.share("x", 0), y: server.share("y", 0), width: server.share("width", 0), height: server.share("height", 0) }
    : {
        x: box.x + server.share("x", 0) * box.width,
        y: box.y + server.share("y", 0) * box.height,
        width: server.share("width", 0) * box.width,
        height: server.share("height", 0) * box.height,
      };
  const out = { patternUnits: "userSpaceOnUse", ...strings(tile) };
  if (server.get("patternContentUnits") !== "objectBoundingBox" || server.get("viewBox") !== undefined) return out;
  return { ...out, viewBox: `0 0 ${tile.width / box.width} ${tile.height / box.height}`, preserveAspectRatio: "none" };
}

const strings = (of: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(of).map(([k, v]) => [k, String(v)]));

// Methods by path, for 404 and 405.
import { nearest } from "../../../compiler/help/nearest.js";

/** Path as the description has it: `/api/v1/assets/{key}` (running, I8). */
export const routePattern = (url: string | undefined): string | undefined => url?.replace(/:([A-Za-z_]+)/g, "{$1}");

/** A segment with an initial colon matches any segment. */
export class RouteMethods {
  readonly #exact = new Map<string, Set<string>>();
  readonly #patterns: { readonly pattern: RegExp; readonly methods: Set<string> }[] = [];

  add(url: string, methods: readonly string[]): void {
    let known = this.#exact.get(url);
    if (!known) {
      this.#exact.set(url, (known = new Set()));
      const source = url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\/:[A-Za-z_]+/g, "/[^/]+");
      if (url.includes("/:")) this.#patterns.push({ pattern: new RegExp(`^${source}$`), methods: known });
    }
    // Fastify adds HEAD: the contract lists GET only
    for (const m of methods) if (m !== "HEAD") known.add(m);
  }

  of(path: string): ReadonlySet<string> | undefined {
    return this.#exact.get(path) ?? this.#patterns.find(({ pattern }) => pattern.test(path))?.methods;
  }

  /** Path that a misspelt one may mean. */
  near(path: string): string | undefined {
    return nearest(
      path,
      [...this.#exact.keys()].filter((url) => !/[:*]/.test(url)),
    );
  }
}

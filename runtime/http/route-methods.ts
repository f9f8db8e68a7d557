// A path to the methods that it has: what a 405 tells, and whether there is a route at all.

/** Routes as they are declared; a segment that begins with a colon is any one segment. */
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
    // Fastify answers HEAD where there is GET: the contract names GET
    for (const m of methods) if (m !== "HEAD") known.add(m);
  }

  of(path: string): ReadonlySet<string> | undefined {
    return this.#exact.get(path) ?? this.#patterns.find(({ pattern }) => pattern.test(path))?.methods;
  }
}

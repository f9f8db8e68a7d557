// GET /: list of routes, as JSON or HTML.
import { version } from "../core/package.js";
import { escaped } from "../docs/html.js";
import { operationsOf, type Paths, type Served } from "./request/operations.js";

interface Route {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function indexHandler(paths: Paths): Served {
  const described = operationsOf(paths).map(({ method, path, operation }): Route => ({
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
  }));
  const pages: readonly Route[] = [
    { method: "GET", path: "/docs", summary: "The documentation, to read, search and try" },
    { method: "GET", path: "/playground", summary: "An editor of requests with their pages" },
  ];
  const routes = [...described, ...pages];
  const json = { name: "platen", version, routes };
  const html = pageOf(routes);
  return {
    handle(req, reply) {
      reply.header("Vary", "Accept");
      if (!prefersHtml(req.headers.accept)) return reply.send(json);
      return reply.header("Content-Type", "text/html; charset=utf-8").header("Content-Security-Policy", POLICY).send(html);
    },
  };
}

/** Browsers list HTML first. */
function prefersHtml(accept: string | undefined): boolean {
  const types = (accept ?? "").split(",").map((part) => part.split(";")[0]!.trim().toLowerCase());
  const html = types.indexOf("text/html");
  const other = types.indexOf("application/json");
  return html >= 0 && (other < 0 || html < other);
}

/** Relative links: the service may be below another path. */
function pageOf(routes: readonly Route[]): string {
  const rows = routes.map(({ method, path, summary }) => {
    const name = `<code>${escaped(path)}</code>`;
    return `<tr><td>${method}</td><td>${method === "GET" && !path.includes("{") ? `<a href="${escaped(path === "/" ? "./" : path.slice(1))}">${name}</a>` : name}</td><td>${escaped(summary)}</td></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Platen</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #1f2937; max-width: 56rem; margin: 3rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% } td { padding: .4rem .8rem .4rem 0; border-top: 1px solid #e5e7eb; vertical-align: top }
td:first-child { color: #6b7280; font-size: .85rem } a { color: #0f766e }
</style></head>
<body><h1>Platen</h1><p>Turns JSON descriptions of documents into PDF. This is version ${escaped(version)}; <a href="docs">the reference</a> shows all of it.</p>
<table>
${rows.join("\n")}
</table></body>
</html>
`;
}

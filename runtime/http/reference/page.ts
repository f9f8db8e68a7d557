// HTML page of the OpenAPI document. reference.js adds the filter and requests.
import { code, escaped, inline, json, prose } from "./html.js";
import { limitsOf, schemaSection, typeOf, type Schema } from "./schema.js";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
interface Example {
  readonly summary?: string;
  readonly value: unknown;
}
interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example>>;
}
interface Referenced {
  readonly $ref: string;
}
interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Referenced | { readonly description: string }>>;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly (Parameter | Referenced)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly summary: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
  };
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const methodName = (method: string): string => `<span class="method ${method}">${method.toUpperCase()}</span>`;
/** Line breaks are allowed after slashes. */
const pathName = (path: string): string => `<code class="path">${escaped(path).replaceAll("/", "<wbr>/")}</code>`;
const last = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

function parameterList(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    (p) =>
      `<dt>${code(p.name)} <span class="type">${typeOf(p.schema)}, in ${p.in === "header" ? "a header" : `the ${p.in}`}</span>` +
      `${p.required ? ' <strong class="required">required</strong>' : ""}</dt><dd>${prose(p.description)}${limitsOf(p.schema)}</dd>`,
  );
  return rows.length > 0 ? `<h4>Parameters</h4><dl class="fields">${rows.join("")}</dl>` : "";
}

function bodyOf({ operationId, requestBody }: Operation): string {
  const media = Object.entries(requestBody?.content ?? {}).map(([type, { schema, examples = {} }]) => {
    const shown = Object.entries(examples).map(
      ([key, { summary = key, value }]) =>
        `<details><summary>Example: ${escaped(summary)}</summary>${json(value, `Example: ${summary}`, `example-${operationId}-${key}`)}</details>`,
    );
    return `<p>${typeOf(schema)} as ${code(type)}</p>${shown.join("")}`;
  });
  return media.length > 0 ? `<h4>Request body</h4>${media.join("")}` : "";
}

function responsesOf({ responses }: Operation, headers: Description["components"]["headers"]): string {
  const rows = Object.entries(responses).map(([status, response]) => {
    const media = Object.entries(response.content ?? {}).map(
      ([type, { schema, example }]) =>
        `<p>${typeOf(schema)} as ${code(type)}</p>${example === undefined ? "" : json(example, `Example of an answer with ${status}`)}`,
    );
    const names = Object.entries(response.headers ?? {}).map(([key, header]) => {
      const { description } = "$ref" in header ? headers[last(header.$ref)]! : header;
      return `<dt>${code(key)}</dt><dd>${prose(description)}</dd>`;
    });
    return (
      `<details class="response"><summary><span class="status">${status}</span> ${inline(response.description)}</summary>` +
      `${media.join("")}${names.length > 0 ? `<h5>Headers</h5><dl class="fields">${names.join("")}</dl>` : ""}</details>`
    );
  });
  return `<h4>Responses</h4>${rows.join("")}`;
}

/** Request form, hidden until reference.js shows it. */
function formOf({ method, path, operation }: Route, parameters: readonly Parameter[], needsToken: boolean): string {
  const { operationId: id, requestBody } = operation;
  const fields = parameters.map((p) => {
    const key = `try-${id}-${p.name}`;
    const marks = `id="${key}" name="${escaped(p.name)}" data-in="${p.in}"${p.required ? " required" : ""}`;
    const control = p.schema.enum
      ? `<select ${marks}>${p.schema.enum.map((value) => `<option>${escaped(String(value))}</option>`).join("")}</select>`
      : `<input type="text" autocomplete="off" spellcheck="false" ${marks}>`;
    return `<p><label for="${key}">${escaped(p.name)}${p.required ? "" : " (optional)"}</label>${control}</p>`;
  });
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (media) {
    const examples = Object.entries(media.examples ?? {});
    const options = examples.map(([key, { summary = key }]) => `<option value="example-${id}-${key}">${escaped(summary)}</option>`);
    fields.push(
      `<p><label for="try-${id}-example">Example</label><select id="try-${id}-example" class="example">${options.join("")}</select></p>` +
        `<p><label for="try-${id}-body">Body</label><textarea id="try-${id}-body" class="body" data-type="${type!}" rows="12" spellcheck="false">` +
        `\n${escaped(JSON.stringify(examples[0]?.[1].value ?? {}, null, 2))}</textarea></p>`,
    );
  }
  return (
    `<details class="try" hidden><summary>Try it</summary><form data-method="${method.toUpperCase()}" data-path="${escaped(path)}"${needsToken ? " data-token" : ""}>` +
    `${fields.join("")}<p><button type="submit">Send the request</button></p></form><div class="answer" role="status" aria-live="polite"></div></details>`
  );
}

function routeSection(route: Route, { components }: Description): string {
  const { method, path, operation } = route;
  const id = operation.operationId;
  const parameters = (operation.parameters ?? []).map((p) => ("$ref" in p ? components.parameters[last(p.$ref)]! : p));
  const needsToken = operation.security?.length !== 0;
  return (
    `<section class="route" id="${id}" aria-labelledby="${id}-title"><h3 id="${id}-title">${methodName(method)} ${pathName(path)}</h3>` +
    `<p class="summary">${inline(operation.summary)}</p>${prose(operation.description)}` +
    `<p class="limits">${needsToken ? 'needs <a href="#token">a token</a>' : "needs no token"}</p>` +
    parameterList(parameters) +
    bodyOf(operation) +
    responsesOf(operation, components.headers) +
    formOf(route, parameters, needsToken) +
    "</section>"
  );
}

/** Links are relative: the service may be below another path. */
export function referencePage(document: Readonly<Record<string, unknown>>): string {
  const description = document as unknown as Description;
  const { info, tags, paths, components, servers } = description;
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Route => ({ method, path, operation })),
  );
  const groups = tags.map((tag) => ({ ...tag, routes: routes.filter(({ operation }) => operation.tags.includes(tag.name)) }));
  const schemas = Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  const links = groups.map(
    ({ name, routes: of }) =>
      `<div class="group"><h2>${escaped(name)}</h2><ul>${of
        .map(({ method, path, operation }) => `<li><a href="#${operation.operationId}">${methodName(method)} ${pathName(path)}</a></li>`)
        .join("")}</ul></div>`,
  );
  const sections = groups.map(
    ({ name, description: about, routes: of }) =>
      `<section aria-labelledby="tag-${escaped(name)}"><h2 id="tag-${escaped(name)}">${escaped(name)}</h2>${prose(about)}` +
      `${of.map((route) => routeSection(route, description)).join("")}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(info.title)} API</title><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><link rel="stylesheet" href="docs/reference.css"><script src="docs/reference.js" defer></script></head>
<body><a class="skip" href="#content">Skip to the routes</a>
<header><h1>${escaped(info.title)} API <span class="version">${escaped(info.version)}</span></h1><p>${inline(info.summary)}.</p>${prose(info.description)}
<p>Server: ${servers.map(({ url }) => code(url)).join(", ")}. For programs: <a href="openapi.json">openapi.json</a>, <a href="openapi.yaml">openapi.yaml</a>.</p></header>
<div class="columns">
<nav aria-label="Routes and schemas"><p class="filter" hidden><label for="filter">Filter</label><input type="search" id="filter" autocomplete="off"><span id="filtered" role="status"></span></p>
${links.join("\n")}
<details id="schema-links"><summary>Schemas (${schemas.length})</summary><ul>${schemas.map(([key]) => `<li><a href="#schema-${key}">${key}</a></li>`).join("")}</ul></details></nav>
<main id="content" tabindex="-1">
<section id="token" aria-labelledby="token-title"><h2 id="token-title">Token</h2><p>A request that needs a token has the header <code>Authorization: Bearer</code> with it. <code>platen tokens create</code> makes one.</p>
<p class="token" hidden><label for="bearer">Token for the requests of this page; it is kept in this page only</label><input type="password" id="bearer" autocomplete="off" spellcheck="false"></p></section>
${sections.join("\n")}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${schemas.map(([key, schema]) => schemaSection(key, schema)).join("\n")}
</section>
</main></div></body>
</html>
`;
}

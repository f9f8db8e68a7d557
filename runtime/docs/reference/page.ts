// HTML of the OpenAPI document. reference.js adds the filter and requests.
import { code, escaped, inline, json, prose } from "../html.js";
import { playgroundFragment } from "../json.js";
import type { Entry } from "../markdown.js";
import { playgroundAddress, type Place } from "../place.js";
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

function tryLink(value: unknown, place: Place): string {
  const fragment = playgroundFragment(`${JSON.stringify(value, null, 2)}\n`);
  return fragment === null ? "" : `<p><a class="try" href="${escaped(playgroundAddress(place, fragment))}">Try it</a></p>`;
}

function bodyOf({ operationId, requestBody }: Operation, place: Place): string {
  const media = Object.entries(requestBody?.content ?? {}).map(([type, { schema, examples = {} }]) => {
    const shown = Object.entries(examples).map(
      ([key, { summary = key, value }]) =>
        `<details><summary>Example: ${escaped(summary)}</summary>${tryLink(value, place)}${json(value, `Example: ${summary}`, `example-${operationId}-${key}`)}</details>`,
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

/** Hidden until reference.js shows it. */
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
    `<details class="send" hidden><summary>Send a request</summary><form data-method="${method.toUpperCase()}" data-path="${escaped(path)}"${needsToken ? " data-token" : ""}>` +
    `${fields.join("")}<p><button type="submit">Send</button></p></form><div class="answer" role="status" aria-live="polite"></div></details>`
  );
}

function routeSection(route: Route, { components }: Description, place: Place): string {
  const { method, path, operation } = route;
  const id = operation.operationId;
  const parameters = (operation.parameters ?? []).map((p) => ("$ref" in p ? components.parameters[last(p.$ref)]! : p));
  const needsToken = operation.security?.length !== 0;
  return (
    `<section class="route" id="${id}" aria-labelledby="${id}-title"><h3 id="${id}-title">${methodName(method)} ${pathName(path)}</h3>` +
    `<p class="summary">${inline(operation.summary)}</p>${prose(operation.description)}` +
    `<p class="limits">${needsToken ? 'needs <a href="#token">a token</a>' : "needs no token"}</p>` +
    parameterList(parameters) +
    bodyOf(operation, place) +
    responsesOf(operation, components.headers) +
    formOf(route, parameters, needsToken) +
    "</section>"
  );
}

interface Group {
  readonly name: string;
  readonly description: string;
  readonly routes: readonly Route[];
}

function groupsOf({ tags, paths }: Description): readonly Group[] {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Route => ({ method, path, operation })),
  );
  return tags.map((tag) => ({ ...tag, routes: routes.filter(({ operation }) => operation.tags.includes(tag.name)) }));
}

const schemasOf = ({ components }: Description): readonly (readonly [string, Schema])[] =>
  Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1));

export function referenceEntries(document: Readonly<Record<string, unknown>>): readonly Entry[] {
  const description = document as unknown as Description;
  const routes = groupsOf(description).flatMap((group) => group.routes);
  return [
    ...routes.map(({ method, path, operation }) => ({
      id: operation.operationId,
      title: `${method.toUpperCase()} ${path}`,
      text: `${operation.summary} ${operation.description ?? ""}`,
      kind: "route" as const,
    })),
    ...schemasOf(description).map(([key, schema]) => ({
      id: `schema-${key}`,
      title: key,
      text: [schema.description ?? "", ...Object.keys(schema.properties ?? {})].join(" "),
      kind: "route" as const,
    })),
  ];
}

export function referencePage(document: Readonly<Record<string, unknown>>, place: Place): { readonly main: string; readonly list: string } {
  const description = document as unknown as Description;
  const { info, servers } = description;
  const groups = groupsOf(description);
  const schemas = schemasOf(description);
  const links = groups.map(
    ({ name, routes: of }) =>
      `<div class="group"><h2>${escaped(name)}</h2><ul>${of
        .map(({ method, path, operation }) => `<li><a href="#${operation.operationId}">${methodName(method)} ${pathName(path)}</a></li>`)
        .join("")}</ul></div>`,
  );
  const sections = groups.map(
    ({ name, description: text, routes: of }) =>
      `<section aria-labelledby="tag-${escaped(name)}"><h2 id="tag-${escaped(name)}">${escaped(name)}</h2>${prose(text)}` +
      `${of.map((route) => routeSection(route, description, place)).join("")}</section>`,
  );
  const list = `<p class="filter" hidden><label for="filter">Filter</label><input type="search" id="filter" autocomplete="off"><span id="filtered" role="status"></span></p>
${links.join("\n")}
<details id="schema-links"><summary>Schemas (${schemas.length})</summary><ul>${schemas.map(([key]) => `<li><a href="#schema-${key}">${key}</a></li>`).join("")}</ul></details>`;
  const main = `<h1>HTTP reference <span class="version">${escaped(info.version)}</span></h1><p>${inline(info.summary)}.</p>${prose(info.description)}
<p>Server: ${servers.map(({ url }) => code(url)).join(", ")}. For programs: <a href="${place.root}openapi.json">openapi.json</a>, <a href="${place.root}openapi.yaml">openapi.yaml</a>. In words: <a href="${place.docs}http-api.html">HTTP API</a>.</p>
<section id="token" aria-labelledby="token-title"><h2 id="token-title">Token</h2><p>A request that needs a token has the header <code>Authorization: Bearer</code> with it. <code>platen tokens create</code> makes one.</p>
<p class="token" hidden><label for="bearer">Token for the requests of this page; it stays in this page</label><input type="password" id="bearer" autocomplete="off" spellcheck="false"></p></section>
${sections.join("\n")}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${schemas.map(([key, schema]) => schemaSection(key, schema)).join("\n")}
</section>
`;
  return { main, list };
}

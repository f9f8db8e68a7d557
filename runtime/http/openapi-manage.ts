// Description of management and administration routes (running, B and C).
import type { PublicCode } from "../errors/errors.js";
import { BYTES } from "./openapi-answers.js";
import type { Operation, Paths } from "./request/operations.js";

type Json = Readonly<Record<string, unknown>>;
type Codes = readonly PublicCode[];

interface DescriptionParts {
  readonly requestId: Json;
  readonly headers: Json;
  readonly ref: (name: string) => Json;
  readonly pdf: Json;
  readonly renders: readonly PublicCode[];
  readonly failures: (codes: readonly PublicCode[]) => Json;
}

const text = { type: "string" };
const bytes = (type: string): Json => ({ [type]: { schema: BYTES } });
const PICTURES = ["image/png", "image/jpeg", "image/webp", "image/svg+xml", "application/pdf"];
const FONTS = ["font/ttf", "font/otf"];

const ALL: readonly PublicCode[] = ["API-001", "API-101", "API-102", "API-103", "API-104", "API-900", "API-999"];
const READS: readonly PublicCode[] = [...ALL, "API-404"];
const LISTS: readonly PublicCode[] = [...ALL, "API-002"];
const CHANGES: readonly PublicCode[] = [...ALL, "API-002", "API-404", "API-412"];
const PUTS: readonly PublicCode[] = [...ALL, "API-002", "API-008", "API-412", "API-415", "API-501"];

const path = (name: string, description: string, schema: Json = text): Json => ({ name, in: "path", required: true, description, schema });
const query = (name: string, description: string, schema: Json = text): Json => ({ name, in: "query", description, schema });
const header = (name: string, description: string, schema: Json): Json => ({ name, in: "header", description, schema });
const TAG = '(?:W/)?"[!#-~]*"';
/** Entity tags, or * (RFC 9110, 13.1.1). */
const TAGS = { ...text, pattern: `^(?:\\*|${TAG}(?:, ?${TAG})*)$` };
/** Forms of names (running, C7). */
const TEMPLATE_ID = { ...text, pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$" };
const ASSET_KEY = { ...text, minLength: 1, maxLength: 256 };
const FACE_NAME = { ...text, pattern: "^[ -~]{1,120}$" };
const OWNER = { ...text, pattern: "^[\\p{L}\\p{N}._@:-]{1,128}$" };
const CALLBACK_URL = { ...text, pattern: "^[Hh][Tt][Tt][Pp][Ss]?:", maxLength: 2048 };
const PAGE = [
  query("limit", "Items of a page", { type: "integer", minimum: 1, maximum: 200, default: 50 }),
  query("cursor", "The next_cursor of the page before", { ...text, pattern: "^[A-Za-z0-9_-]+$" }),
];
const IF_MATCH = header("If-Match", "Entity tags, or *: the change takes place only if what is there has one of them", TAGS);
const IF_ABSENT = header("If-None-Match", "*: the change takes place only if there is nothing", { ...text, enum: ["*"] });
const IF_CHANGED = header("If-None-Match", "Entity tags: 304 if what is there has one of them", text);

const PREVIEW = {
  source: {
    schema: { fields: [{ name: "name", type: "string" }] },
    pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Dear {{name}}" }] }],
  },
  data: [{ name: "Ada" }],
};

export function managementDescription({ pdf, renders, requestId, headers, ref, failures }: DescriptionParts): {
  readonly paths: Paths;
  readonly schemas: Json;
} {
  const etag = { ETag: { description: "Entity tag, which changes with each change", schema: text } };
  const json = (schema: Json): Json => ({ "application/json": { schema } });
  const ok = (description: string, content: Json, more: Json = {}): Json => ({
    "200": { description, headers: { ...headers, ...more }, content },
  });
  const made = (description: string, name: string, more: Json = {}): Json => ({
    "201": {
      description,
      headers: { ...headers, ...more, Location: { description: "Where it is", schema: text } },
      content: json(ref(name)),
    },
  });
  const unchanged = { "304": { description: "It has one of the tags", headers: { ...headers, ...etag } } };
  const gone = { "204": { description: "It is gone", headers } };
  const operation =
    (tag: Operation["tags"][0]) =>
    (
      operationId: Operation["operationId"],
      summary: string,
      parameters: readonly Json[],
      responses: Json,
      ...rest: readonly [Codes, Pick<Operation, "description" | "requestBody">?]
    ): Operation => ({
      ...{ operationId, summary, tags: [tag], parameters: [...parameters, requestId] },
      ...rest[1],
      responses: { ...responses, ...failures(rest[0]) },
    });
  const manage = operation("Management");
  const admin = operation("Administration");
  const list = (name: string): Json =>
    ok(
      "A page of the list",
      json({
        type: "object",
        properties: {
          items: { type: "array", items: ref(name), description: "In their order" },
          next_cursor: { ...text, description: "Absent on the last page" },
        },
        required: ["items"],
        additionalProperties: false,
      }),
    );
  const id = path("id", "A template's id", TEMPLATE_ID);
  const key = path("key", "An asset's key, percent-encoded", ASSET_KEY);
  const name = path("name", "A face's PostScript name", FACE_NAME);
  const tokenId = path("id", "A token's id");
  const owner = path("owner", "The owner of the account", OWNER);
  const body = (content: Json): Pick<Operation, "requestBody"> => ({ requestBody: { required: true, content } });
  const files = (types: readonly string[]): Pick<Operation, "requestBody"> =>
    body(Object.assign({}, ...[...types, "application/octet-stream"].map(bytes)) as Json);
  const become = (word: "suspend" | "resume" | "revoke", summary: string): Paths => ({
    [`/api/v1/admin/tokens/{id}/${word}`]: {
      post: admin(`${word}Token`, summary, [tokenId], ok("The token", json(ref("Token"))), [...READS, "API-002"]),
    },
  });

  const paths: Paths = {
    "/api/v1/templates": {
      get: manage(
        "listTemplates",
        "List templates, built-in ones among them",
        [...PAGE, query("state", "Of which state", { ...text, enum: ["active", "retired"], default: "active" })],
        list("Template"),
        LISTS,
      ),
    },
    "/api/v1/templates/{id}": {
      get: manage(
        "templateSource",
        "Read a template's source, as it was put",
        [id, query("version", "An earlier version", { type: "integer", minimum: 1, maximum: 1_000_000_000 }), IF_CHANGED],
        { ...ok("The source", json({ type: "object" }), etag), ...unchanged },
        [...READS, "API-002"],
      ),
      put: manage(
        "putTemplate",
        "Publish a version of a template",
        [id, IF_MATCH, IF_ABSENT],
        {
          ...ok("The version that is active", json(ref("PublishedTemplate")), etag),
          ...made("The first version", "PublishedTemplate", etag),
        },
        PUTS,
        {
          description: "The bytes of the active version make no new one. A template with errors is refused with its findings.",
          ...body(json({ type: "object" })),
        },
      ),
      delete: manage("retireTemplate", "Retire a template", [id, IF_MATCH], gone, CHANGES),
    },
    "/api/v1/templates/{id}/versions": {
      get: manage("listTemplateVersions", "List a template's versions, newest first", [id, ...PAGE], list("Template"), [
        ...READS,
        "API-002",
      ]),
    },
    "/api/v1/templates/{id}/preview": {
      post: manage("previewTemplate", "Render a template that need not be published", [id], pdf, [...renders, "API-104", "API-404"], {
        description: "With source that template, else the published one. Without data the sample of a built-in one, else one empty record.",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: ref("PreviewRequest"),
              examples: { sample: { summary: "A source with one record", value: PREVIEW } },
            },
          },
        },
      }),
    },
    "/api/v1/assets": { get: manage("listAssets", "List assets by key", PAGE, list("Asset"), LISTS) },
    "/api/v1/assets/{key}": {
      get: manage(
        "assetFile",
        "Read an asset, as it was put",
        [key, IF_CHANGED],
        { ...ok("The picture", Object.assign({}, ...PICTURES.map(bytes)) as Json, etag), ...unchanged },
        READS,
      ),
      put: manage(
        "putAsset",
        "Put a picture, which requests name by key",
        [key, IF_MATCH, IF_ABSENT],
        { ...ok("It took the place of another", json(ref("Asset")), etag), ...made("It is new", "Asset", etag) },
        PUTS,
        files(PICTURES),
      ),
      delete: manage("removeAsset", "Remove an asset", [key, IF_MATCH], gone, CHANGES),
    },
    "/api/v1/fonts": {
      get: manage("listFonts", "List fonts by name", [...PAGE, query("family", "Of which family")], list("Font"), LISTS),
    },
    "/api/v1/fonts/{name}": {
      get: manage(
        "fontFile",
        "Read a font file, as it was put",
        [name, IF_CHANGED],
        { ...ok("The file", Object.assign({}, ...FONTS.map(bytes)) as Json, etag), ...unchanged },
        READS,
      ),
      put: manage(
        "putFont",
        "Put a font file of one face",
        [name, IF_MATCH, IF_ABSENT],
        { ...ok("It took the place of another", json(ref("Font")), etag), ...made("It is new", "Font", etag) },
        PUTS,
        files(FONTS),
      ),
      delete: manage("removeFont", "Remove a font", [name, IF_MATCH], gone, CHANGES),
    },
    "/api/v1/admin/tokens": {
      get: admin("listTokens", "List tokens, newest first", [...PAGE, query("owner", "Of which owner")], list("Token"), LISTS),
      post: admin(
        "createToken",
        "Make a token, which is shown this once",
        [],
        made("The token", "NewToken"),
        [...ALL, "API-002", "API-008", "API-415"],
        body({
          "application/json": { schema: ref("TokenRequest") },
        }),
      ),
    },
    "/api/v1/admin/tokens/{id}": {
      get: admin("tokenEntry", "Read a token's entry", [tokenId], ok("The token", json(ref("Token"))), READS),
    },
    "/api/v1/admin/tokens/{id}/callback": {
      put: admin(
        "setTokenCallback",
        "Set the URL that is told of the end of a token's jobs, with a new secret",
        [tokenId],
        ok("The token, with the secret", json(ref("TokenWithSecret"))),
        [...READS, "API-002", "API-008", "API-415"],
        body(json(ref("CallbackRequest"))),
      ),
      delete: admin("removeTokenCallback", "Remove the URL of a token", [tokenId], gone, READS),
    },
    ...become("suspend", "Refuse a token until it is resumed"),
    ...become("resume", "Take a suspended token again"),
    ...become("revoke", "Refuse a token for good"),
    "/api/v1/admin/accounts": { get: admin("listAccounts", "List accounts by owner", PAGE, list("Account"), LISTS) },
    "/api/v1/admin/accounts/{owner}": {
      get: admin(
        "accountState",
        "Read what an owner has, and has used",
        [owner, IF_CHANGED],
        { ...ok("The account", json(ref("Account")), etag), ...unchanged },
        READS,
      ),
      put: admin(
        "setAccount",
        "Set the account of an owner; used credits stay used",
        [owner, IF_MATCH, IF_ABSENT],
        ok("The account", json(ref("Account")), etag),
        [...ALL, "API-002", "API-008", "API-412", "API-415"],
        body(json(ref("AccountFile"))),
      ),
    },
  };

  const object = (properties: Json, optional: readonly string[] = []): Json => {
    const required = Object.keys(properties).filter((k) => !optional.includes(k));
    return { type: "object", properties, ...(required.length > 0 && { required }), additionalProperties: false };
  };
  const described = (description: string, more: Json = text): Json => ({ ...more, description });
  const integer = { type: "integer" };
  const time = { ...text, format: "date-time" };
  const stored = {
    bytes: described("Size in bytes", integer),
    sha256: described("Hash of the bytes, hexadecimal"),
    created: described("Time of the last change", time),
    etag: described("Entity tag, as in the header ETag"),
  };
  const template = {
    id: described("How requests name it"),
    owner: described("Null for a built-in template", { type: ["string", "null"] }),
    version: described("From 1", integer),
    state: described("superseded: a later version is active", { ...text, enum: ["active", "superseded", "retired"] }),
    ...stored,
    created: described("Null for a built-in template", { type: ["string", "null"] }),
    built_in: described("True for a template that comes with the service", { type: "boolean" }),
  };
  const scopes = { type: "array", items: { ...text, enum: ["render", "manage", "admin"] }, minItems: 1 };
  const token = {
    id: described("Names the token in these routes"),
    owner: described("Whom it belongs to"),
    scopes: described("What it may", scopes),
    state: described("Whether it is taken", { ...text, enum: ["active", "suspended", "revoked", "expired"] }),
    surface: described("Tokens of the internal surface are not taken here", { ...text, enum: ["public", "internal"] }),
    expires: described("When it ends; null: never", { type: ["string", "null"] }),
    created: described("Time of creation", time),
    policy: { ...ref("TokenPolicy"), description: "Bounds of its renders" },
    callback: described("What is told of the end of its jobs", object({ url: described("An https URL") })),
  };
  const withSecret = {
    ...token,
    callback: described(
      "What is told of the end of its jobs",
      object({ url: described("An https URL"), secret: described("Key of the signatures: shown here, and never again") }),
    ),
  };
  const number = { type: "number" };
  const axis = object({
    tag: described("Key of font_variations"),
    name: described("Name for people"),
    min: described("Least value", number),
    default: described("Value that the font has without variations", number),
    max: described("Greatest value", number),
  });
  const instance = object({
    name: described("PostScript name, which font_family may be"),
    coordinates: described("Value of each axis", { type: "object", additionalProperties: number }),
  });
  const schemas = {
    Template: object(template),
    PublishedTemplate: object({ ...template, findings: described("Warnings", { type: "array", items: ref("Finding") }) }),
    PreviewRequest: object(
      {
        source: described("A template, which is not published", { type: "object" }),
        data: described("A record for each document", { type: "array", minItems: 1, items: { type: "object" } }),
        output: described("How the PDF is delivered, as in TemplateRequest", { type: "object" }),
      },
      ["source", "data", "output"],
    ),
    Asset: object({
      key: described("How requests name it"),
      content_type: described("Told by its bytes", { ...text, enum: PICTURES }),
      ...stored,
    }),
    Font: object(
      {
        name: described("PostScript name of the face"),
        family: described("Family that requests name"),
        weight: described("1 to 1000", integer),
        italic: described("True for an italic face", { type: "boolean" }),
        ...stored,
        axes: described("Axes of a variable font; absent without", { type: "array", items: axis }),
        instances: described("Named instances of a variable font; absent without", { type: "array", items: instance }),
        color: described("Table of its glyphs in colour; absent without", { ...text, enum: ["COLRv0", "COLRv1"] }),
        not_drawn: described("Tables of pictures, which are not drawn; absent without", {
          type: "array",
          items: { ...text, enum: ["SVG ", "sbix", "CBDT", "EBDT"] },
        }),
        embedding: described("Permission of its licence bits", { ...text, enum: ["installable", "editable", "print", "restricted"] }),
        licensed: described("The operator has the permission of its owner, whatever the bits allow", { const: true }),
      },
      ["axes", "instances", "color", "not_drawn", "licensed"],
    ),
    Token: object(token, ["callback"]),
    TokenWithSecret: object(withSecret),
    NewToken: object({ ...withSecret, token: described("The token: shown here, and never again") }, ["callback"]),
    CallbackRequest: object({ url: described("An https URL of a public address", CALLBACK_URL) }),
    TokenRequest: object(
      {
        owner: described("1 to 128 letters, digits and . _ @ : -", OWNER),
        scopes: described("What it may; render if absent", scopes),
        policy: { ...ref("TokenPolicy"), description: "Bounds of its renders" },
        expires: described("When it ends: ISO 8601 with a zone", time),
        surface: described("public if absent", { ...text, enum: ["public", "internal"], default: "public" }),
        callback: { ...ref("CallbackRequest"), description: "What is told of the end of its jobs" },
      },
      ["scopes", "policy", "expires", "surface", "callback"],
    ),
    Account: {
      ...{ description: "The account file, and what was used", type: "object" },
      properties: {
        owner: described("Whose account it is"),
        used: described("Pages taken from the credits of this period", integer),
        pages: described("Pages rendered in all", integer),
      },
      required: ["owner", "subscription", "used", "pages"],
    },
  };
  return { paths, schemas };
}

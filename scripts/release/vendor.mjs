// After tsc: one file of each package of which the program uses a small part, with its licence: dist/vendor.
// Six copies of encoders in bwip-js (13 MB), five of pako's code (3 MB), two of saslprep's tables, css-select for all kinds of trees (1.4 MB
// with what it needs): one each.
import fs from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";
import { replaced } from "./replaced.mjs";
import { usedEncoders } from "./used-encoders.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "dist/vendor");
fs.rmSync(folder, { recursive: true, force: true });

const PARTS = {
  "bwip-js": 'import all from "bwip-js/generic"; export const { raw, render } = all;',
  "css-select": 'export { compile } from "css-select"; export { parse } from "css-what";',
  saslprep: 'export { saslprep } from "@mongodb-js/saslprep";',
  "markdown-it": 'import It from "markdown-it"; export default It;',
  pako: 'export { ZStream, zlibDeflate, zlibDeflateInit2, zlibDeflateReset } from "pako";',
  "@modelcontextprotocol/sdk": [
    'export { Server } from "@modelcontextprotocol/sdk/server/index.js";',
    'export { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";',
    'export { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";',
    'export { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";',
  ].join("\n"),
};

for (const [name, contents] of Object.entries(PARTS)) {
  const file = name.replace(/^@modelcontextprotocol\//, "mcp-");
  const { metafile } = await esbuild.build({
    stdin: { contents, resolveDir: root },
    outfile: path.join(folder, `${file}.cjs`),
    absWorkingDir: root,
    metafile: true,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minify: true,
    minifyIdentifiers: false,
    legalComments: "none",
    logLevel: "warning",
    plugins: name === "bwip-js" ? [usedEncoders] : [],
  });
  const licences = [
    ...new Set(Object.keys(metafile.inputs).flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [])),
  ];
  const texts = licences.sort().map((dir) => {
    const text = fs.readdirSync(path.join(root, dir)).find((f) => /^(licen[cs]e|copying)/i.test(f));
    const { name: package_, license } = JSON.parse(fs.readFileSync(path.join(root, dir, "package.json"), "utf8"));
    return `${licences.length > 1 ? `${package_}\n\n` : ""}${text ? fs.readFileSync(path.join(root, dir, text), "utf8") : `licence: ${license}\n`}`;
  });
  fs.writeFileSync(path.join(folder, `${file}.LICENSE`), texts.join(`\n${"-".repeat(80)}\n\n`));
}

/** Modules whose imports of packages become imports of a file made above. */
const IMPORTS = {
  "compiler/core/password.js": { saslprep: ["@mongodb-js/saslprep"] },
  "compiler/picture/svg/style/match.js": { "css-select": ["css-select", "css-what"] },
};
for (const [module, files] of Object.entries(IMPORTS)) {
  const at = path.join(root, "dist", module);
  let text = fs.readFileSync(at, "utf8");
  for (const [file, packages] of Object.entries(files)) {
    const relative = path.posix.relative(path.posix.dirname(module), `vendor/${file}.cjs`);
    for (const name of packages) text = replaced(text, `"${name}"`, JSON.stringify(relative));
  }
  fs.writeFileSync(at, text);
}

// runs once per instance of its wasm, which is in dist/browser
fs.copyFileSync(path.join(root, "node_modules/@resvg/resvg-wasm/index.js"), path.join(folder, "resvg-wasm.cjs"));

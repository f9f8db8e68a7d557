// Documentation and playground as static files, below any path: `node scripts/release/site.mjs [DIR]`, after `npm run build`.
import fs from "node:fs";
import path from "node:path";
import { stringify } from "platen-server/yaml";
import { Site } from "../../dist/runtime/docs/site/site.js";
import { fullText } from "../../dist/runtime/http/agent-texts.js";
import { openApi } from "../../dist/runtime/http/openapi.js";

const root = path.resolve(import.meta.dirname, "../..");
const out = path.resolve(process.argv[2] ?? path.join(root, "site"));
const openapi = openApi(["/"], true);
const site = new Site({ openapi, playground: "playground/index.html", isServed: false });

const write = (name, body) => {
  const file = path.join(out, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, body);
};

write("index.html", site.front());
for (const name of site.names()) write(`docs/${name}`, site.file(name));
for (const name of fs.readdirSync(path.join(root, "docs")).filter((file) => file.endsWith(".md")))
  fs.copyFileSync(path.join(root, "docs", name), path.join(out, "docs", name));
write("openapi.json", JSON.stringify(openapi));
write("openapi.yaml", stringify(openapi, { aliasDuplicateObjects: false }));
write("llms.txt", fs.readFileSync(path.join(root, "docs/llms.txt"), "utf8").replaceAll("](/", "]("));
write("llms-full.txt", fullText());
fs.cpSync(path.join(root, "dist/playground"), path.join(out, "playground"), { recursive: true });
fs.cpSync(path.join(root, "dist/browser"), path.join(out, "playground/platen"), { recursive: true });

// Generates schemas/brief.schema.json from the table of fields in compiler/brief/form.ts; reads the build.
//
//   npm run build && node scripts/generate/brief.mjs     (a test compares)
import fs from "node:fs";
import { briefSchema } from "../../dist/compiler/brief/schema.js";

const file = new URL("../../schemas/brief.schema.json", import.meta.url);
fs.writeFileSync(file, `${JSON.stringify(briefSchema(), null, 1)}\n`);

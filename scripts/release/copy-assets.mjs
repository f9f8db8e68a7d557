// After tsc: files that are no TypeScript but belong beside the built code.
import fs from "node:fs";
fs.cpSync(
  new URL("../../compiler/request/validators", import.meta.url),
  new URL("../../dist/compiler/request/validators", import.meta.url),
  {
    recursive: true,
  },
);
for (const name of ["reference.css", "reference.js"])
  fs.copyFileSync(
    new URL(`../../runtime/http/reference/${name}`, import.meta.url),
    new URL(`../../dist/runtime/http/reference/${name}`, import.meta.url),
  );
fs.chmodSync(new URL("../../dist/runtime/cli/cli.js", import.meta.url), 0o755);

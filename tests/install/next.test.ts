// Rendering in a route of Next.js: the slowest row of docs/where-it-runs.md.
import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { base, folder, npm, ok, REQUEST, run, tarballs } from "./installed.js";

afterAll(() => rmSync(base, { recursive: true, force: true }));

test("Next.js: a route handler of a build with serverExternalPackages", async () => {
  const { platen } = await tarballs();
  const at = folder(path.join(base, "next"), {
    "package.json": '{"private": true}',
    "next.config.mjs": 'export default { serverExternalPackages: ["platen"], turbopack: { root: import.meta.dirname } };',
    "app/layout.js": 'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }',
    "app/page.js": "export default function Page() { return <p>Hello</p>; }",
    "app/pdf/route.js": `import { render } from "platen";
      export const dynamic = "force-static";
      export async function GET() { const { pdf } = await render(${REQUEST}); return new Response(pdf, { headers: { "content-type": "application/pdf" } }); }`,
  });
  npm(at, ["install", "--ignore-scripts", platen, "next@16.0.3", "react@19.2.0", "react-dom@19.2.0"]);
  const env = { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
  ok(run(at, process.execPath, ["node_modules/next/dist/bin/next", "build"], env));
  const body = ok(
    run(at, process.execPath, [
      "-e",
      'process.stdout.write(require("fs").readFileSync(".next/server/app/pdf.body").toString("latin1", 0, 5))',
    ]),
  );
  expect(body.stdout).toBe("%PDF-");
});

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./tools.js";

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly points: readonly [number, number];
  readonly data: Uint8Array;
}

export function pixelsOf(files: readonly string[], dpi: number): readonly (readonly Pixels[])[] {
  const folder = mkdtempSync(path.join(tmpdir(), "platen-pixels-"));
  const { status, stderr } = spawnSync(
    "python3",
    [path.join(root, "tests/support/readers/pdfium-pixels.py"), String(dpi), folder, ...files],
    {
      encoding: "utf8",
      env: { ...process.env, PYTHONPATH: path.join(root, ".cache/pypdfium2") },
    },
  );
  if (status !== 0) throw new Error(stderr);
  const names = readdirSync(folder);
  return files.map((_, i) => {
    const count = names.filter((n) => n.startsWith(`${i}-`)).length;
    return Array.from({ length: count }, (_page, n) => pixmap(readFileSync(path.join(folder, `${i}-${n + 1}.ppm`))));
  });
}

function pixmap(bytes: Buffer): Pixels {
  const end = bytes.indexOf(0x0a);
  const [, width, height, , across, down] = bytes.toString("latin1", 0, end).split(" ").map(Number);
  return { width: width!, height: height!, points: [across!, down!], data: bytes.subarray(end + 1) };
}

/** Steps of a channel that no reader sees. */
const NEAR = 16;

/** Share of pixels that no pixel of the other's 3 by 3 around it equals. */
export function differing(a: Pixels, b: Pixels): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  const { width, height } = a;
  const near = (i: number, k: number): boolean =>
    Math.abs(a.data[3 * i]! - b.data[3 * k]!) <= NEAR &&
    Math.abs(a.data[3 * i + 1]! - b.data[3 * k + 1]!) <= NEAR &&
    Math.abs(a.data[3 * i + 2]! - b.data[3 * k + 2]!) <= NEAR;
  let bad = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      let found = near(i, i);
      for (let dy = -1; !found && dy <= 1; dy++)
        for (let dx = -1; !found && dx <= 1; dx++) {
          const [u, v] = [x + dx, y + dy];
          if (u >= 0 && v >= 0 && u < width && v < height) found = near(i, v * width + u);
        }
      if (!found) bad++;
    }
  return bad / (width * height);
}

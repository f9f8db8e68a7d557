import { spawnSync } from "node:child_process";
import { has, needs } from "./tools.js";

export const haveRaster = needs("pdftoppm (poppler-utils)", has("pdftoppm"));

/** 1 byte per pixel with -gray, else 3. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** Every page of a file. @param options of pdftoppm, such as "-r", "72", "-gray" */
export function drawn(file: string, ...options: readonly string[]): readonly Drawing[] {
  const { status, stdout, stderr } = spawnSync("pdftoppm", [...options, file], { maxBuffer: 1 << 29 });
  if (status !== 0) throw new Error(`pdftoppm ${options.join(" ")}: ${stderr.toString()}`);
  const pages: Drawing[] = [];
  for (let at = 0; at < stdout.length;) {
    const [head, kind, width, height] = /^P([56])\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString("latin1", at, at + 60))!;
    const length = Number(width) * Number(height) * (kind === "5" ? 1 : 3);
    at += head.length;
    if (at + length > stdout.length) throw new Error(`pdftoppm ${options.join(" ")}: a page is cut off`);
    pages.push({ width: Number(width), height: Number(height), data: stdout.subarray(at, at + length) });
    at += length;
  }
  return pages;
}

// Typst 0.15; its time includes the encoding of symbols, as Platen's does.
import * as typst15 from "./typst15.mjs";

export { close, peak } from "./typst15.mjs";

let encoding = 0;
let used = 0;
export const prepare = (_doc, data) => data;
export const elapsed = () => encoding + typst15.elapsed();
export const cpu = () => used + typst15.cpu();

export async function render(doc, data) {
  const before = process.cpuUsage();
  const begun = performance.now();
  const body = typst15.prepare(doc, data);
  encoding = performance.now() - begun;
  const { user, system } = process.cpuUsage(before);
  used = (user + system) / 1000;
  return typst15.render(doc, body);
}

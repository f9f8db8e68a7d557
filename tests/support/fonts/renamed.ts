import { tablePlaces } from "../../../base/font-table.js";
import { fontOf } from "./make.js";

/** The same font under other names. `unique`: bytes that make a different file. */
export function renamed(font: Uint8Array, family: string, postScriptName: string, unique = ""): Uint8Array {
  const places = tablePlaces(font);
  const tables = Object.fromEntries([...places].map(([tag, { offset, length }]) => [tag, font.subarray(offset, offset + length)]));
  const names: readonly (readonly [id: number, value: string])[] = [
    [1, family],
    [5, unique],
    [6, postScriptName],
  ];
  const beginning = new DataView(font.buffer, font.byteOffset).getUint32(0);
  return fontOf({ ...tables, name: nameTable(names) }, beginning);
}

/** Windows' English records (OpenType 1.9, name). */
function nameTable(names: readonly (readonly [id: number, value: string])[]): Uint8Array {
  const strings = 6 + 12 * names.length;
  const length = names.reduce((n, [, value]) => n + 2 * value.length, strings);
  const view = new DataView(new ArrayBuffer(length));
  let at = strings;
  view.setUint16(2, names.length);
  view.setUint16(4, strings);
  names.forEach(([id, value], i) => {
    [3, 1, 0x409, id, 2 * value.length, at - strings].forEach((v, k) => view.setUint16(6 + 12 * i + 2 * k, v));
    for (let k = 0; k < value.length; k++) view.setUint16(at + 2 * k, value.charCodeAt(k));
    at += 2 * value.length;
  });
  return new Uint8Array(view.buffer);
}

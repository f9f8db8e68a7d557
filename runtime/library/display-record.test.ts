import { expect, test } from "vitest";
import { engine, rendering } from "../../golden/cases.js";
import { runs } from "../../tests/support/runs.js";
import { blobsOfListed, listedItems, type Listed } from "../engine/listed.js";
import { listOf, sentList } from "./display-record.js";

/** One file with a document twice. */
function joined(listed: Listed): Buffer {
  const { doc, protection } = listed;
  const parts: Uint8Array[] = [];
  const pdf = engine.backend.join(doc, { write: (bytes) => void parts.push(bytes.slice()) }, { protection });
  const blobs = blobsOfListed(listed, engine.fonts);
  for (const title of ["first", "second"]) {
    const writer = pdf.document(doc, blobs, { title });
    for (const page of doc.pages) writer.page(page);
    writer.end(doc);
  }
  pdf.end(engine.fonts);
  return Buffer.concat(parts);
}

test("a display list that was sent is written as the list itself", async () => {
  // encrypted files have random keys
  const all = rendering().filter(({ name }) => !name.includes("security"));
  const count = Math.min(all.length, runs(20));
  for (let k = 0; k < count; k++) {
    const { name, body } = all[Math.floor((k * all.length) / count)]!;
    const request = JSON.parse(new TextDecoder().decode(body)) as object;
    const listed = await listedItems(engine, [request], { epoch: 1_767_225_600 });
    expect(Buffer.compare(joined(listOf(structuredClone(sentList(listed)))), joined(listed)), name).toBe(0);
  }
});

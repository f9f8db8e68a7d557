import { expect, test } from "vitest";
import { BytesInMemory, SinkFault, type ByteSink } from "../../base/sink.js";
import { collect, compile } from "../../compiler/compile.js";
import { Engine } from "./engine.js";

const engine = new Engine();
const given = (pages: number): object => ({
  pages: Array.from({ length: pages }, (_, i) => ({
    size: "a6",
    elements: [{ type: "text", layout: { left: 10, top: 10 }, content: `${i} ${"word ".repeat(60)}` }],
  })),
});
const options = { epoch: 1767225600, pretty: true };

test("a sink receives the bytes that the result has without it, before the last page is laid out", async () => {
  const whole = await engine.renderLater(given(300), options);
  const arrived: number[] = [];
  const kept = new BytesInMemory();
  let received = 0;
  const sink: ByteSink = {
    write(bytes) {
      received += bytes.length;
      kept.write(bytes);
    },
  };
  const { pdf, pages } = await engine.renderLater(given(300), { ...options, sink, onPage: () => void arrived.push(received) });
  expect([pdf.length, pages]).toEqual([0, 300]);
  expect(Buffer.compare(kept.bytes(), whole.pdf)).toBe(0);
  expect(arrived.at(-1)).toBeGreaterThan(0);
});

test("a display list goes to a sink too, and a sink's failure is that of the render", async () => {
  const compiled = await compile(given(300), engine.world({ epoch: 1767225600 }));
  const doc = collect(compiled);
  const kept = new BytesInMemory();
  expect(engine.write(doc, engine.fonts, { pretty: true, sink: kept }).pdf).toHaveLength(0);
  expect(Buffer.compare(kept.bytes(), engine.write(doc, engine.fonts, { pretty: true }).pdf)).toBe(0);
  const full = new SinkFault(new Error("full"));
  const sink: ByteSink = {
    write() {
      throw full;
    },
  };
  expect(() => engine.write(doc, engine.fonts, { sink })).toThrow(full);
  await expect(engine.renderLater(given(1), { sink })).rejects.toBe(full);
});

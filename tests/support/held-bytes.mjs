// Loaded into a process under test: appends to HELD_BYTES the bytes that live when it requests an asset or a template, in the middle of a
// render. Bodies are padded with white space, so that their values are small.
import { appendFileSync } from "node:fs";
import fs from "node:fs";

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

async function held() {
  // arrays are released concurrently: the next look sees what remains
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await pause();
  }
  globalThis.gc();
  return bytes();
}

function bytes() {
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

const note = (figure) => appendFileSync(process.env.HELD_BYTES, `${figure}\n`);

if (process.send) {
  const send = process.send.bind(process);
  process.send = (message, ...others) => {
    if (!["asset", "template"].includes(message.needs?.kind)) return send(message, ...others);
    void held()
      .then(note)
      .then(() => send(message, ...others));
    return true;
  };
} else {
  const { readFileSync } = fs;
  fs.readFileSync = (file, ...others) => {
    if (String(file).endsWith("probe.png")) {
      globalThis.gc();
      globalThis.gc();
      note(bytes());
    }
    return readFileSync(file, ...others);
  };
}

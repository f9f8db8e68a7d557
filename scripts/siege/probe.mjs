// From another thread: the main thread's work does not count.
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const agent = new Agent({ keepAlive: true });
let on = true;
parentPort.once("message", () => (on = false));
let longestMs = 0;
let count = 0;
while (on) {
  const began = performance.now();
  await new Promise((resolve) => {
    const req = request(`${workerData}/livez`, { agent }, (res) => res.resume().on("end", resolve));
    req.on("error", resolve).end();
  });
  longestMs = Math.max(longestMs, performance.now() - began);
  count++;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
agent.destroy();
parentPort.postMessage({ longestMs, count });

import { createServer, request, type ClientRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { ServiceError } from "../../errors/errors.js";
import { Traffic } from "./traffic.js";

async function serving(handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>): Promise<(body: string) => ClientRequest> {
  const server = createServer((req, res) => void handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (body) => {
    const req = request({ host: "127.0.0.1", port, method: "POST", headers: { "content-length": body.length } });
    req.on("error", () => undefined);
    req.end(body);
    return req;
  };
}
const BOUND = { bytes: 100, setting: "PLATEN_MAX_BODY_MB" };
const closed = (res: ServerResponse): Promise<void> => new Promise((resolve) => void res.once("close", () => resolve()));

test("a body and its answer count until the response is closed", async () => {
  const traffic = new Traffic(BOUND, 200, 1000);
  const held: number[] = [];
  const over = new Promise<void>((resolve) => {
    void serving(async (req, res) => {
      expect((await traffic.read(req, res)).toString()).toBe("x".repeat(60));
      held.push(traffic.held);
      traffic.answer(30, res)();
      held.push(traffic.held);
      res.end("y".repeat(30));
      await closed(res);
      held.push(traffic.held);
      resolve();
    }).then((send) => send("x".repeat(60)).on("response", (r) => r.resume()));
  });
  await over;
  expect(held).toEqual([60, 90, 0]);
});

test.each([
  ["one body", 101, 500, "API-008", 413],
  ["all of them", 90, 80, "API-900", 503],
])("over the bound of %s, nothing is kept", async (_, length, limit, code, status) => {
  const traffic = new Traffic(BOUND, limit, 1000);
  const refused = await new Promise<unknown>((resolve) => {
    void serving(async (req, res) => {
      const e: unknown = await traffic.read(req, res).catch((x: unknown) => x);
      await traffic.drain(req, res);
      res.end();
      await closed(res);
      resolve(e);
    }).then((send) => send("x".repeat(length)).on("response", (r) => r.resume()));
  });
  expect(refused).toBeInstanceOf(ServiceError);
  expect(refused).toMatchObject({ code, status });
  expect(traffic.held).toBe(0);
});

test("a body in chunks of a byte takes no more than its bytes", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const taken = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const count = 500_000;
  const traffic = new Traffic({ bytes: count, setting: null }, count, 60_000);
  const server = createServer((req, res) => void traffic.read(req, res).catch(() => undefined));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const before = taken();
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  const piece = "1\r\nx\r\n".repeat(1000);
  for (let i = 0; i < count; i += 1000) socket.write(piece);
  while (traffic.held < count) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(taken() - before).toBeLessThan(8 * count);
});

test("the answer to a client that has gone is not counted", async () => {
  const traffic = new Traffic(BOUND, 200, 1000);
  await new Promise<void>((resolve) => {
    let sent: ClientRequest | null = null;
    void serving(async (req, res) => {
      await traffic.read(req, res);
      sent!.destroy();
      await closed(res);
      traffic.answer(150, res)();
      resolve();
    }).then((send) => (sent = send("x".repeat(10))));
  });
  expect(traffic.held).toBe(0);
});

import { spawn } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { has, needs, root } from "./tools.js";

/* An independent S3-compatible server that checks signatures: S3Proxy, in memory. */
const jars = path.join(root, ".cache/s3proxy/lib");
export const haveS3 = needs("an S3 server (.ci/run puts S3Proxy into .cache)", existsSync(jars) && has("java"));

const BUCKET = "artifacts";
const KEYS = { AWS_ACCESS_KEY_ID: "tester", AWS_SECRET_ACCESS_KEY: "a-secret-of-tests" };

/** Before a request is passed on, and after its answer; the promise delays the request. */
type Watch = (when: "before" | "after", method: string, key: string) => void | Promise<void>;

export interface S3 {
  readonly endpoint: string;
  env(prefix: string): Record<string, string>;
  keys(prefix?: string): Promise<readonly string[]>;
  /** null ends it */
  watch(watch: Watch | null): void;
  stop(): void;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function startS3(): Promise<S3> {
  const dir = mkdtempSync(path.join(tmpdir(), "platen-s3-"));
  const port = await freePort();
  const settings = path.join(dir, "s3proxy.conf");
  const values = {
    "s3proxy.endpoint": `http://127.0.0.1:${port}`,
    "s3proxy.authorization": "aws-v4",
    "s3proxy.identity": KEYS.AWS_ACCESS_KEY_ID,
    "s3proxy.credential": KEYS.AWS_SECRET_ACCESS_KEY,
    "jclouds.provider": "transient",
    "jclouds.identity": "none",
    "jclouds.credential": "none",
  };
  writeFileSync(
    settings,
    Object.entries(values)
      .map(([k, v]) => `${k}=${v}\n`)
      .join(""),
  );
  const java = [
    "-XX:TieredStopAtLevel=1",
    "-Xmx256m",
    "-DLOG_LEVEL=warn",
    "-cp",
    `${jars}/*`,
    "org.gaul.s3proxy.Main",
    "--properties",
    settings,
  ];
  const child = spawn("java", java, { stdio: ["ignore", "ignore", "inherit"] });
  for (let i = 0; ; i++) {
    const made = await signed(port, "PUT", `/${BUCKET}`).catch(() => null);
    if (made?.ok) break;
    if (child.exitCode !== null || i > 600) throw new Error(`the S3 server does not answer: ${made?.status}`);
    await new Promise((r) => setTimeout(r, 25));
  }
  let watch: Watch | null = null;
  const pass = (req: IncomingMessage, res: ServerResponse): void => {
    const key = decodeURIComponent(req.url!.split("?")[0]!.replace(`/${BUCKET}`, "").replace(/^\//, ""));
    const chunks: Buffer[] = [];
    req.on("data", (d: Buffer) => chunks.push(d));
    req.on("end", () => {
      void (async () => {
        await watch?.("before", req.method!, key);
        const onward = request({ port, host: "127.0.0.1", method: req.method, path: req.url, headers: req.headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (d: Buffer) => parts.push(d));
          answer.on("end", () => {
            void (async () => {
              await watch?.("after", req.method!, key);
              res.writeHead(answer.statusCode!, answer.headers).end(Buffer.concat(parts));
            })();
          });
        });
        onward.on("error", () => res.destroy());
        onward.end(Buffer.concat(chunks));
      })();
    });
    req.on("error", () => undefined);
  };
  const proxy = createServer(pass);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    endpoint,
    env: (prefix) => ({ PLATEN_OBJECT_STORE: `s3://${BUCKET}/${prefix}`, PLATEN_S3_ENDPOINT: endpoint, ...KEYS }),
    async keys(prefix = "") {
      const listing = await (await signed(port, "GET", `/${BUCKET}`, `list-type=2&prefix=${encodeURIComponent(prefix)}`)).text();
      return [...listing.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key!);
    },
    watch(given) {
      watch = given;
    },
    stop() {
      proxy.close();
      proxy.closeAllConnections();
      child.kill("SIGKILL");
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Signed by the specification's steps, independently of the code under test. */
function signed(port: number, method: "GET" | "PUT", at: string, query = ""): Promise<Response> {
  const host = `127.0.0.1:${port}`;
  const stamp = new Date().toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = `${stamp.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  const mac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
  const canonical = `${method}\n${at}\n${query}\nhost:${host}\nx-amz-content-sha256:UNSIGNED-PAYLOAD\nx-amz-date:${stamp}\n\nhost;x-amz-content-sha256;x-amz-date\nUNSIGNED-PAYLOAD`;
  const signing = [stamp.slice(0, 8), "us-east-1", "s3", "aws4_request"].reduce<string | Buffer>(mac, `AWS4${KEYS.AWS_SECRET_ACCESS_KEY}`);
  const signature = mac(signing, `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${hash(canonical)}`).toString("hex");
  return fetch(`http://${host}${at}${query === "" ? "" : `?${query}`}`, {
    method,
    headers: {
      "x-amz-date": stamp,
      "x-amz-content-sha256": "UNSIGNED-PAYLOAD",
      authorization: `AWS4-HMAC-SHA256 Credential=${KEYS.AWS_ACCESS_KEY_ID}/${scope}, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
    },
  });
}

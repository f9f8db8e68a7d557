import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { awsKeySource, type AwsKeySource } from "./aws-keys.js";
import { s3Client } from "./s3-client.js";

/* Keys of a role by a web identity (FH-44), as AWS STS answers. */
const folder = mkdtempSync(path.join(os.tmpdir(), "platen-keys-"));
const tokenFile = path.join(folder, "token");
const HOUR = 3_600_000;
let server: Server;
let asked: URLSearchParams[];
let seen: IncomingHttpHeaders[];
/** next answer of STS */
let answer: { status: number; lastsMs: number };

const session = (n: number, lastsMs: number): string => `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>
<AccessKeyId>ASIA${n}</AccessKeyId><SecretAccessKey>secret/${n}</SecretAccessKey><SessionToken>token+${n}</SessionToken>
<Expiration>${new Date(Date.now() + lastsMs).toISOString()}</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;

beforeEach(async () => {
  [asked, seen] = [[], []];
  answer = { status: 200, lastsMs: HOUR };
  writeFileSync(tokenFile, "jwt-1\n");
  server = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk) => (body += String(chunk)));
    req.on("end", () => {
      if (req.method !== "POST") {
        seen.push(req.headers);
        return res.end("there");
      }
      asked.push(new URLSearchParams(body));
      const { status, lastsMs } = answer;
      res.statusCode = status;
      res.end(
        status === 200
          ? session(asked.length, lastsMs)
          : "<ErrorResponse><Error><Code>ExpiredTokenException</Code></Error></ErrorResponse>",
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => new Promise((resolve) => server.close(resolve)));

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const source = (more: Record<string, string> = {}): AwsKeySource =>
  awsKeySource(
    {
      AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/platen",
      AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
      AWS_ENDPOINT_URL_STS: address(),
      ...more,
    },
    (name) => new Error(`needs ${name}`),
  );
const first = { accessKeyId: "ASIA1", secretAccessKey: "secret/1", sessionToken: "token+1" };

test("a role's keys are asked for once, and kept while they hold", async () => {
  const keys = source();
  expect(await Promise.all([keys(), keys(), keys()])).toEqual([first, first, first]);
  expect(await keys()).toBe(await keys());
  expect(asked.map((form) => Object.fromEntries(form))).toEqual([
    {
      Action: "AssumeRoleWithWebIdentity",
      Version: "2011-06-15",
      RoleArn: "arn:aws:iam::123456789012:role/platen",
      RoleSessionName: "platen",
      WebIdentityToken: "jwt-1",
    },
  ]);
});

test("keys near their end are renewed, with the token that is then in the file", async () => {
  answer = { status: 200, lastsMs: 60_000 };
  const keys = source();
  await keys();
  writeFileSync(tokenFile, "jwt-2");
  answer = { status: 200, lastsMs: HOUR };
  expect(await keys()).toMatchObject({ accessKeyId: "ASIA2" });
  expect(asked.map((form) => form.get("WebIdentityToken"))).toEqual(["jwt-1", "jwt-2"]);
});

test("keys that still hold are used where they cannot be renewed; without any it is an error", async () => {
  answer = { status: 200, lastsMs: 60_000 };
  const keys = source();
  await keys();
  answer = { status: 400, lastsMs: 0 };
  expect(await keys()).toEqual(first);
  expect(asked).toHaveLength(2);
  await expect(source()()).rejects.toThrow(/^the keys of AWS_ROLE_ARN: 127\.0\.0\.1:\d+ answered with status 400 ExpiredTokenException$/);
  answer = { status: 200, lastsMs: HOUR };
  expect(await keys()).toMatchObject({ accessKeyId: "ASIA4" });
});

test("requests to a bucket are signed with the keys of the moment", async () => {
  answer = { status: 200, lastsMs: 60_000 };
  const send = s3Client({ bucket: "b", endpoint: address(), region: "eu-central-1", keys: source() });
  await send("GET", "/a");
  answer = { status: 200, lastsMs: HOUR };
  await send("GET", "/a");
  await send("GET", "/a");
  expect(seen.map((headers) => headers["x-amz-security-token"])).toEqual(["token+1", "token+2", "token+2"]);
  expect(seen.map(({ authorization }) => /Credential=(\w+)\//.exec(authorization!)![1])).toEqual(["ASIA1", "ASIA2", "ASIA2"]);
});

test("keys of the environment come first; a missing variable is named", async () => {
  expect(await source({ AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "s" })()).toEqual({
    accessKeyId: "id",
    secretAccessKey: "s",
    sessionToken: null,
  });
  expect(asked).toEqual([]);
  expect(() => source({ AWS_ROLE_ARN: " " })).toThrow("needs AWS_ROLE_ARN");
  expect(() => source({ AWS_WEB_IDENTITY_TOKEN_FILE: "" })).toThrow("needs AWS_ACCESS_KEY_ID");
  await expect(source({ AWS_WEB_IDENTITY_TOKEN_FILE: path.join(folder, "none") })()).rejects.toThrow("ENOENT");
});

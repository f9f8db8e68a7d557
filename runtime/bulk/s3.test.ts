import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort, haveS3, startS3, type S3 } from "../../tests/support/s3.js";
import { s3Client } from "../store/s3-client.js";
import { BulkS3, S3Fault, s3Of, s3PlaceOf } from "./s3.js";

const MB = 1024 * 1024;
const PDF = { replace: false, type: "application/pdf" };
const text = (s: string): Uint8Array => new TextEncoder().encode(s);
/** Bytes that differ from one megabyte to the next. */
const bytesOf = (length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i += 4096) bytes[i] = (i / 4096) % 251;
  return bytes;
};
const all = async (parts: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const found: Uint8Array[] = [];
  for await (const part of parts) found.push(part);
  return Buffer.concat(found);
};
const faultOf = (work: Promise<unknown>): Promise<readonly [number, string] | null> =>
  work.then(
    () => null,
    (e: unknown) => {
      if (!(e instanceof S3Fault)) throw e;
      return [e.exitCode, e.message];
    },
  );

describe.runIf(haveS3)("an S3 server", () => {
  let server: S3;
  let s3: BulkS3;
  beforeAll(async () => {
    server = await startS3();
    s3 = s3Of("artifacts", server.env("bulk"));
  });
  afterAll(() => server.stop());

  const KEYS = ["a b/c+d.pdf", "ü/日本.pdf", "a%20b.pdf", "it's (1)!*.pdf", 'q&a<b>"c".pdf', "~x=y;z,@:.pdf", "a//b.pdf"];
  test.each(KEYS)("%j comes back byte for byte, and is listed by its name", async (name) => {
    const key = `names/${name}`;
    expect(await s3.size(key)).toBeNull();
    expect(await s3.put(key, text(name), PDF)).toBe("there");
    expect(await s3.size(key)).toBe(Buffer.byteLength(name));
    expect((await all(s3.read(key))).toString()).toBe(name);
    const folder = key.slice(0, key.lastIndexOf("/") + 1);
    expect(await s3.list(folder)).toContainEqual({ key, bytes: Buffer.byteLength(name) });
    await s3.remove(key);
    await s3.remove(key);
    expect(await s3.size(key)).toBeNull();
  });

  test("a list has what is directly in the folder, by code points, also of more than a page", async () => {
    const names = [
      "b",
      "a",
      "B",
      "\u{1f600}",
      "\uffee",
      "a.jsonl",
      ...Array.from({ length: 1100 }, (_, i) => `n${String(i).padStart(4, "0")}`),
    ];
    for (let i = 0; i < names.length; i += 50)
      await Promise.all(names.slice(i, i + 50).map((name) => s3.put(`list/${name}`, text("x"), { ...PDF, replace: true })));
    await s3.put("list/below/c", text("x"), PDF);
    await s3.put("listed", text("x"), PDF);
    const byBytes = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect((await s3.list("list/")).map(({ key }) => key)).toEqual(byBytes.map((name) => `list/${name}`));
    expect(await s3.list("nothing/")).toEqual([]);
  });

  test("the same bytes again are there, others remain unless they are replaced", async () => {
    expect(await s3.put("twice.pdf", text("one"), PDF)).toBe("there");
    expect(await s3.put("twice.pdf", text("one"), PDF)).toBe("there");
    for (const other of ["two", "ones", ""]) expect(await s3.put("twice.pdf", text(other), PDF)).toBe("other");
    expect((await all(s3.read("twice.pdf"))).toString()).toBe("one");
    expect(await s3.put("twice.pdf", text("two"), { ...PDF, replace: true })).toBe("there");
    expect((await all(s3.read("twice.pdf"))).toString()).toBe("two");
    expect((await all(s3.read("twice.pdf", 1))).toString()).toBe("wo");
    expect((await all(s3.read("twice.pdf", 3))).toString()).toBe("");
    expect(await s3.put("empty.pdf", text(""), PDF)).toBe("there");
    expect((await all(s3.read("empty.pdf"))).length).toBe(0);
  });

  test("a large object is put in parts, and read in ranges", async () => {
    const large = bytesOf(35 * MB + 17);
    const asked: string[] = [];
    server.watch((when, method) => void (when === "before" && asked.push(method)));
    expect(await s3.put("large.pdf", large, PDF)).toBe("there");
    // size (twice, as it is absent), begin, three parts, end
    expect(asked.join(" ")).toBe("HEAD GET POST PUT PUT PUT POST");
    asked.length = 0;
    expect(Buffer.compare(await all(s3.read("large.pdf")), large)).toBe(0);
    expect(asked.join(" ")).toBe("GET GET GET GET GET");
    server.watch(null);
    expect(Buffer.compare(await all(s3.read("large.pdf", 30 * MB)), large.subarray(30 * MB))).toBe(0);
    expect(await s3.put("large.pdf", large, PDF)).toBe("there");
    large[20 * MB + 1]!++;
    expect(await s3.put("large.pdf", large, PDF)).toBe("other");
    expect(await s3.put("large.pdf", large, { ...PDF, replace: true })).toBe("there");
    expect(Buffer.compare(await all(s3.read("large.pdf")), large)).toBe(0);
  });

  test("what is not there, and credentials that are wrong, are wrong from the start; a server that is away is the environment", async () => {
    const env = server.env("bulk");
    expect(await faultOf(all(s3.read("none")))).toEqual([2, "cannot read s3://artifacts/none: status 404 NoSuchKey"]);
    const none = s3Of("no-such-bucket", env);
    for (const work of [() => none.size("a"), () => none.list("a/"), () => none.put("a", text("x"), PDF), () => all(none.read("a"))])
      expect(await faultOf(work())).toEqual([2, expect.stringMatching(/^cannot .*s3:\/\/no-such-bucket\/a.*: status 404 NoSuchBucket$/)]);
    const refused = s3Of("artifacts", { ...env, AWS_SECRET_ACCESS_KEY: "another" });
    for (const work of [() => refused.list(""), () => refused.put("a", text("x"), PDF), () => refused.size("a")])
      expect(await faultOf(work())).toEqual([2, expect.stringMatching(/: status 403/)]);
    const away = new BulkS3("artifacts", s3Client({ ...CLIENT, endpoint: `http://127.0.0.1:${await freePort()}` }), true, 1);
    expect(await faultOf(away.list(""))).toEqual([75, "cannot list s3://artifacts/: ECONNREFUSED, 5 times"]);
  });
});

const KEYS = { accessKeyId: "a", secretAccessKey: "b", sessionToken: null };
const CLIENT = { bucket: "artifacts", region: "us-east-1", keys: () => Promise.resolve(KEYS) };

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}
type Reply = (res: ServerResponse, sent: Sent) => void;
const status =
  (code: number, body = "", headers: Record<string, string> = {}): Reply =>
  (res) =>
    void res.writeHead(code, headers).end(body);
const fault = (code: number, name: string): Reply => status(code, `<Error><Code>${name}</Code></Error>`);
const cut: Reply = (res) => res.destroy();
/** Fewer bytes than its header says. */
const short: Reply = (res) => {
  res.writeHead(200, { "content-length": "1000" });
  res.write("<ListBucketResult>", () => res.destroy());
};

/** A server that answers in turn; the last answer is that of all further requests. */
async function answering(...replies: readonly Reply[]): Promise<{ readonly s3: BulkS3; readonly sent: Sent[] }> {
  return served(true, replies);
}
async function served(heedsConditions: boolean, replies: readonly Reply[]): Promise<{ readonly s3: BulkS3; readonly sent: Sent[] }> {
  const sent: Sent[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (d: Buffer) => chunks.push(d));
    req.on("end", () => {
      const one = { method: req.method!, url: req.url!, headers: req.headers, body: Buffer.concat(chunks) };
      sent.push(one);
      replies[Math.min(sent.length, replies.length) - 1]!(res, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { s3: new BulkS3("artifacts", s3Client({ ...CLIENT, endpoint }), heedsConditions, 1), sent };
}
const listOf = (entries: string, more = ""): Reply => status(200, `<ListBucketResult>${more}${entries}</ListBucketResult>`);
const entry = (key: string, size: number): string => `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`;
const ranged =
  (bytes: Uint8Array, headers: Record<string, string> = {}): Reply =>
  (res, sent) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(sent.headers.range ?? "")!;
    const end = Math.min(Number(last), bytes.length - 1);
    res.writeHead(206, { "content-range": `bytes ${first}-${end}/${bytes.length}`, etag: '"e"', ...headers });
    res.end(bytes.subarray(Number(first), end + 1));
  };

describe("a server that fails", () => {
  const PASSING: readonly (readonly [string, Reply])[] = [
    ["500", fault(500, "InternalError")],
    ["503", fault(503, "SlowDown")],
    ["503 of a proxy", status(503, "<html>")],
    ["429", status(429)],
    ["400 RequestTimeout", fault(400, "RequestTimeout")],
    ["a cut connection", cut],
    ["a short answer", short],
    ["a list without its end", status(200, "<ListBucketResult><Contents>")],
  ];
  test.each(PASSING)("%s is tried five times in all", async (_, reply) => {
    const once = await answering(reply, reply, reply, reply, listOf(entry("p/a", 7)));
    expect(await once.s3.list("p/")).toEqual([{ key: "p/a", bytes: 7 }]);
    expect(once.sent).toHaveLength(5);
    const always = await answering(reply);
    expect(await faultOf(always.s3.list("p/"))).toEqual([75, expect.stringMatching(/^cannot list s3:\/\/artifacts\/p\/: .*, 5 times$/)]);
    expect(always.sent).toHaveLength(5);
  });

  test.each([
    ["403 AccessDenied", fault(403, "AccessDenied")],
    ["404 NoSuchBucket", fault(404, "NoSuchBucket")],
    ["400 AuthorizationHeaderMalformed", fault(400, "AuthorizationHeaderMalformed")],
    ["301 PermanentRedirect", fault(301, "PermanentRedirect")],
  ])("%s is wrong from the start, and not tried again", async (name, reply) => {
    const { s3, sent } = await answering(reply);
    expect(await faultOf(s3.list("p/"))).toEqual([2, `cannot list s3://artifacts/p/: status ${name}`]);
    expect(await faultOf(s3.put("k", text("x"), PDF))).toEqual([2, `cannot write s3://artifacts/k: status ${name}`]);
    expect(sent).toHaveLength(2);
  });

  test("pages of a list are followed to the last; names are decoded as the list says", async () => {
    const more = (token: string): string => `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`;
    const { s3, sent } = await answering(
      listOf(entry("p/", 0) + entry("p/b%20c%2Bd+e", 1), `<EncodingType>url</EncodingType>${more("1/x+y=&amp;")}`),
      cut,
      listOf(entry("p/a&amp;&#x1F600;&lt;", 2), more("2")),
      listOf(entry("p/%41", 3), "<IsTruncated>false</IsTruncated>"),
    );
    expect(await s3.list("p/")).toEqual([
      { key: "p/%41", bytes: 3 },
      { key: "p/a&\u{1f600}<", bytes: 2 },
      { key: "p/b c+d e", bytes: 1 },
    ]);
    const queries = sent.map(({ url }) => new URL(url, "http://x").searchParams);
    expect(queries.map((q) => q.get("continuation-token"))).toEqual([null, "1/x+y=&", "1/x+y=&", "2"]);
    expect(queries.map((q) => [q.get("list-type"), q.get("prefix"), q.get("delimiter")])).toEqual(Array(4).fill(["2", "p/", "/"]));
    for (const token of ["", "same"]) {
      const endless = await answering(listOf("", more(token)));
      expect((await faultOf(endless.s3.list("p/")))![0]).toBe(75);
      expect(endless.sent.length).toBeLessThan(3);
    }
  });

  test("an object is read in ranges of at most 8 MiB; a range that is cut or wrong is asked for again", async () => {
    const bytes = bytesOf(17 * MB);
    const wrong = ranged(bytes, { "content-range": `bytes 0-99/${bytes.length}` });
    const { s3, sent } = await answering(ranged(bytes), cut, fault(500, "InternalError"), wrong, ranged(bytes));
    expect(Buffer.compare(await all(s3.read("k")), bytes)).toBe(0);
    const asked = sent.map(({ headers }) => headers.range);
    const second = `bytes=${8 * MB}-${16 * MB - 1}`;
    expect(asked).toEqual([`bytes=0-${8 * MB - 1}`, second, second, second, second, `bytes=${16 * MB}-${24 * MB - 1}`]);
    expect(sent.map(({ headers }) => headers["if-match"])).toEqual([undefined, ...Array<string>(5).fill('"e"')]);
  });

  test("an object that changes while it is read is the environment's fault, as is a store without ranges", async () => {
    const changed = await answering(ranged(bytesOf(9 * MB)), fault(412, "PreconditionFailed"));
    expect(await faultOf(all(changed.s3.read("k")))).toEqual([75, "cannot read s3://artifacts/k: it changed while it was read"]);
    const whole = await answering(status(200, "abc"));
    expect((await all(whole.s3.read("k"))).toString()).toBe("abc");
    expect(await faultOf(all(whole.s3.read("k", 1)))).toEqual([75, "cannot read s3://artifacts/k: the store ignores ranges"]);
  });

  const HEAD_3 = status(200, "", { "content-length": "3" });
  test("of a put whose answer is lost, the next attempt finds the same bytes", async () => {
    const { s3, sent } = await answering(cut, fault(412, "PreconditionFailed"), HEAD_3, ranged(text("abc")));
    expect(await s3.put("k", text("abc"), PDF)).toBe("there");
    expect(sent.map(({ method }) => method)).toEqual(["PUT", "PUT", "HEAD", "GET"]);
    expect(sent[0]!.headers).toMatchObject({ "content-type": "application/pdf", "if-none-match": "*" });
    const replaced = await answering(status(200));
    await replaced.s3.put("k", text("abc"), { ...PDF, replace: true });
    expect(replaced.sent[0]!.headers["if-none-match"]).toBe(undefined);
  });

  test("a store other than Amazon's is asked before each put, until a refusal shows that it heeds conditions", async () => {
    const absent = [status(404), fault(404, "NoSuchKey")];
    const { s3, sent } = await served(false, [
      ...absent,
      status(200),
      HEAD_3,
      HEAD_3,
      ranged(text("abc")),
      ...absent,
      fault(412, "x"),
      HEAD_3,
      ranged(text("xyz")),
      status(200),
    ]);
    expect(await s3.put("a", text("abc"), PDF)).toBe("there");
    expect(await s3.put("b", text("abc"), PDF)).toBe("there");
    expect(await s3.put("c", text("abc"), PDF)).toBe("other");
    expect(await s3.put("d", text("abc"), PDF)).toBe("there");
    expect(sent.map(({ method }) => method).join(" ")).toBe("HEAD GET PUT HEAD HEAD GET HEAD GET PUT HEAD GET PUT");
  });

  const begun = status(200, "<InitiateMultipartUploadResult><UploadId>u&amp;1</UploadId></InitiateMultipartUploadResult>");
  const part = status(200, "", { etag: '"p"' });
  const completed = status(200, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
  const REPLACE = { ...PDF, replace: true };
  const large = bytesOf(16 * MB + 1);
  const calls = (sent: readonly Sent[]): readonly string[] => sent.map(({ method, url }) => `${method} ${url.split("?")[1] ?? ""}`);

  test("parts are put one after another, and the upload is completed", async () => {
    const { s3, sent } = await answering(begun, part, fault(503, "SlowDown"), part, completed);
    expect(await s3.put("k", large, REPLACE)).toBe("there");
    const upload = "uploadId=u%261";
    expect(calls(sent)).toEqual(["POST uploads=", ...[1, 2, 2].map((n) => `PUT partNumber=${n}&${upload}`), `POST ${upload}`]);
    expect(sent.map(({ body }) => body.length).slice(0, 4)).toEqual([0, 16 * MB, 1, 1]);
    expect(sent.at(-1)!.body.toString()).toContain("<PartNumber>2</PartNumber><ETag>&quot;p&quot;</ETag>");
  });

  test("an upload that fails is aborted, and its failure is that of the put", async () => {
    for (const [reply, code, attempts] of [
      [fault(500, "InternalError"), 75, 5],
      [fault(403, "AccessDenied"), 2, 1],
    ] as const) {
      const { s3, sent } = await answering(begun, part, ...Array<Reply>(attempts).fill(reply), status(204));
      expect((await faultOf(s3.put("k", large, REPLACE)))![0]).toBe(code);
      expect(calls(sent).at(-1)).toBe("DELETE uploadId=u%261");
      expect(sent).toHaveLength(2 + attempts + 1);
    }
    const stuck = await answering(begun, fault(403, "AccessDenied"));
    expect(await faultOf(stuck.s3.put("k", large, REPLACE))).toEqual([2, "cannot write s3://artifacts/k: status 403 AccessDenied"]);
    let reads = 0;
    const unreadable = {
      length: large.length,
      read: () => (reads++ === 0 ? Promise.resolve(large.subarray(0, 16 * MB)) : Promise.reject(new Error("disk"))),
    };
    const gone = await answering(begun, part, status(204));
    await expect(gone.s3.put("k", unreadable, REPLACE)).rejects.toThrow("disk");
    expect(calls(gone.sent).at(-1)).toBe("DELETE uploadId=u%261");
  });

  test("an error after the status 200 of a completion is one; a completion whose answer is lost is found", async () => {
    const late = await answering(begun, part, part, fault(200, "InternalError"), completed);
    expect(await late.s3.put("k", large, REPLACE)).toBe("there");
    const size = status(200, "", { "content-length": String(large.length) });
    const lost = await answering(begun, part, part, cut, fault(404, "NoSuchUpload"), size, size, ranged(large));
    expect(await lost.s3.put("k", large, REPLACE)).toBe("there");
    const other = status(200, "", { "content-length": "5" });
    const none = await answering(begun, part, part, cut, fault(404, "NoSuchUpload"), other, other, status(204));
    expect(await faultOf(none.s3.put("k", large, REPLACE))).toEqual([75, "cannot write s3://artifacts/k: the upload is gone"]);
    const raced = await answering(
      status(404),
      fault(404, "NoSuchKey"),
      begun,
      part,
      part,
      fault(412, "PreconditionFailed"),
      status(204),
      other,
    );
    expect(await raced.s3.put("k", large, PDF)).toBe("other");
    expect(raced.sent[5]!.headers["if-none-match"]).toBe("*");
    expect(raced.sent[6]!.method).toBe("DELETE");
  });
});

describe("addresses and variables", () => {
  test("an address has a bucket and a key", () => {
    expect(s3PlaceOf("s3://bucket/a/b.csv", "--data")).toEqual({ bucket: "bucket", key: "a/b.csv" });
    expect(s3PlaceOf("s3://my.bucket-1/", "--data")).toEqual({ bucket: "my.bucket-1", key: "" });
    expect(s3PlaceOf("s3://bucket", "--out")).toEqual({ bucket: "bucket", key: "" });
    expect(s3PlaceOf("s3://bucket/a?b#c d", "--out").key).toBe("a?b#c d");
    for (const wrong of [
      "s3:/a/b",
      "S3://bucket/a",
      "s3://",
      "s3:///a",
      "s3://Bucket/a",
      "s3://a/b",
      "s3://bucket/../a",
      "s3://bucket/a/./b",
      `s3://bucket/${"ü".repeat(513)}`,
    ])
      expect(() => s3PlaceOf(wrong, "--data"), wrong).toThrow(/^--data: .*found "s3:/i);
  });

  test("the endpoint is the first of three variables, the region of two; what is missing or wrong is named", async () => {
    const keys = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" };
    for (const missing of Object.keys(keys))
      expect(() => s3Of("bucket", { ...keys, [missing]: " " })).toThrow(new S3Fault(2, `s3://bucket needs ${missing}`));
    for (const name of ["PLATEN_S3_ENDPOINT", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"])
      expect(() => s3Of("bucket", { ...keys, [name]: "minio:9000" })).toThrow(`${name}: must be an http or https address`);
    const seen: string[] = [];
    const server = createServer((req, res) => {
      seen.push(
        `${req.headers.host} ${/Credential=\S+\/\d+\/([^/]+)\//.exec(req.headers.authorization!)![1]} ${req.headers["x-amz-security-token"] ?? ""}`,
      );
      res.end("<ListBucketResult></ListBucketResult>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const [ip, name] = [`http://127.0.0.1:${port}/`, `http://localhost:${port}`];
    await s3Of("bucket", { ...keys, AWS_ENDPOINT_URL: name, AWS_ENDPOINT_URL_S3: ip }).list("");
    await s3Of("bucket", { ...keys, AWS_ENDPOINT_URL_S3: name, PLATEN_S3_ENDPOINT: ip, AWS_DEFAULT_REGION: "eu-west-1" }).list("");
    const regions = { AWS_REGION: "eu-central-1", AWS_DEFAULT_REGION: "eu-west-1", AWS_SESSION_TOKEN: "s" };
    await s3Of("bucket", { ...keys, AWS_ENDPOINT_URL: ip, ...regions }).list("");
    expect(seen).toEqual(["us-east-1 ", "eu-west-1 ", "eu-central-1 s"].map((rest) => `127.0.0.1:${port} ${rest}`));
  });
});

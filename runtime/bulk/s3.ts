// Sources and documents of bulk in an object store (BK-27).
import { memberOf } from "../../base/lookup.js";
import { setTimeout as wait } from "node:timers/promises";
import { awsKeySource, awsRegion } from "../store/aws-keys.js";
import { codeIn, s3Client, type S3Request, type S3Send } from "../store/s3-client.js";
import { RunEnd } from "./end.js";

/** End of the work with an object store: wrong from the start, or of the environment. */
export class S3Fault extends RunEnd {}

/** An object, or a folder: the keys that begin with a prefix. */
interface S3Place {
  readonly bucket: string;
  /** "" or a key; of a prefix with a final slash */
  readonly key: string;
}

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
}

/** Bytes that can be read again: of a request that is repeated, and of a comparison. */
export interface S3Body {
  readonly length: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

interface PutOptions {
  /** false: what is there remains */
  readonly replace: boolean;
  readonly type: string;
}

const MB = 1024 * 1024;
/** of a request */
const READ_BYTES = 8 * MB;
/** Larger objects are put in parts of this size. */
const PART_BYTES = 16 * MB;
/** S3's limit */
const MOST_PARTS = 10_000;
const ATTEMPTS = 5;
const PAUSE_MS = 200;
const REQUEST_MS = 120_000;
/** Codes of failures that pass, with whatever status. */
const PASSING = new Set([
  "RequestTimeout",
  "OperationAborted",
  "ConditionalRequestConflict",
  "SlowDown",
  "InternalError",
  "ServiceUnavailable",
]);

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const MOST_KEY_BYTES = 1024;

/** @param option names the value in messages. @throws S3Fault 2 */
export function s3PlaceOf(url: string, option: string): S3Place {
  const [, bucket, key = ""] = /^s3:\/\/([^/]*)(?:\/(.*))?$/s.exec(url) ?? [];
  const wrong = (reason: string): S3Fault => new S3Fault(2, `${option}: ${reason}; found ${JSON.stringify(url)}`);
  if (bucket === undefined || !BUCKET.test(bucket)) throw wrong("must be s3://bucket/key with the name of a bucket");
  if (Buffer.byteLength(key) > MOST_KEY_BYTES) throw wrong(`a key has at most ${MOST_KEY_BYTES} bytes`);
  // URLs cannot have them
  if (key.split("/").some((segment) => segment === "." || segment === "..")) throw wrong('a key has no segment "." or ".."');
  return { bucket, key };
}

/** Client of a bucket with the variables of the environment. @throws S3Fault 2 */
export function s3Of(bucket: string, env: NodeJS.ProcessEnv): BulkS3 {
  const text = (name: string): string | null => env[name]?.trim() || null;
  const named = ["PLATEN_S3_ENDPOINT", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"].find((name) => text(name) !== null);
  const endpoint = named === undefined ? null : endpointOf(named, text(named)!);
  return new BulkS3(
    bucket,
    s3Client({
      bucket,
      endpoint,
      region: awsRegion(env),
      keys: awsKeySource(env, (name) => new S3Fault(2, `s3://${bucket} needs ${name}`)),
    }),
    endpoint === null,
  );
}

function endpointOf(name: string, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "")
    throw new S3Fault(2, `${name}: must be an http or https address without a query; found ${JSON.stringify(given)}`);
  return given.replace(/\/+$/, "");
}

/** An answer that is read whole. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

interface Expected extends S3Request {
  /** statuses that are answers; others are failures */
  readonly fine: readonly number[];
  /** checks an answer that is read whole. @throws Broken */
  readonly check?: (answer: Answer) => void;
}

/** An answer that is not whole, or not one of S3: another attempt may have a better one. */
class Broken extends Error {}

const IF_ABSENT = { "If-None-Match": "*" };

/** Objects of a bucket. Requests are repeated where the failure may pass. */
export class BulkS3 {
  readonly mostKeyBytes = MOST_KEY_BYTES;
  #heedsConditions: boolean;

  /** @param heedsConditions of Amazon's; of another store only a refusal shows that it does not overwrite in spite of them */
  constructor(
    readonly bucket: string,
    readonly send: S3Send,
    heedsConditions: boolean,
    /** before the second attempt, ms; doubled before each further one */
    readonly pauseMs = PAUSE_MS,
  ) {
    this.#heedsConditions = heedsConditions;
  }

  /** Lists the objects directly under a prefix, by code points of their keys. @throws S3Fault */
  async list(prefix: string): Promise<readonly ListedObject[]> {
    const found: ListedObject[] = [];
    for (let token: string | null = null; ;) {
      const query = `/?list-type=2&encoding-type=url&delimiter=%2F&prefix=${encoded(prefix)}${token === null ? "" : `&continuation-token=${encoded(token)}`}`;
      const { body } = await this.#ask("GET", query, `list s3://${this.bucket}/${prefix}`, {
        fine: [200],
        check: ({ body: list }) => {
          if (!/<\/ListBucketResult>\s*$/.test(list.toString())) throw new Broken("the list is not whole");
        },
      });
      const page = pageOf(body.toString());
      // a folder may be an object of its own
      found.push(...page.objects.filter(({ key }) => key !== prefix));
      if (page.next === null) break;
      if (page.next === token) throw new S3Fault(75, `the list of s3://${this.bucket}/${prefix} does not end`);
      token = page.next;
    }
    return found.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  }

  /** Bytes of an object; null if there is none. @throws S3Fault */
  async size(key: string): Promise<number | null> {
    const { status, headers } = await this.#ask("HEAD", pathOf(key), this.#named("read", key), {
      fine: [200, 404],
      check: ({ status: of, headers: given }) => {
        if (of === 200 && !/^\d+$/.test(given.get("content-length") ?? "")) throw new Broken("the size is missing");
      },
    });
    if (status === 200) return Number(headers.get("content-length"));
    // the answer to HEAD has no code, which tells a missing bucket from a missing object
    await this.#ask("GET", pathOf(key), this.#named("read", key), { headers: { Range: "bytes=0-0" }, fine: [200, 206, 404, 416] });
    return null;
  }

  /** Reads an object from a place to its end, as it is at the first request. @throws S3Fault: 2 if there is none, 75 if it changes */
  async *read(key: string, from = 0): AsyncGenerator<Uint8Array> {
    let etag: string | null = null;
    for (let at = from; ;) {
      const part = await this.#range(key, at, etag);
      if (part === null) return;
      yield part.bytes;
      at += part.bytes.length;
      if (at >= part.total) return;
      etag = part.etag?.startsWith("W/") ? null : part.etag;
    }
  }

  /** A range of at most 8 MiB; null at the end of the object. */
  async #range(key: string, at: number, etag: string | null): Promise<{ bytes: Buffer; total: number; etag: string | null } | null> {
    const what = this.#named("read", key);
    let total = 0;
    const answer = await this.#ask("GET", pathOf(key), what, {
      headers: { Range: `bytes=${at}-${at + READ_BYTES - 1}`, ...(etag !== null && { "If-Match": etag }) },
      fine: [200, 206, 412, 416],
      check: ({ status, headers, body }) => {
        if (status === 200 && at === 0 && body.length <= READ_BYTES) total = body.length;
        else if (status === 200) throw new S3Fault(75, `cannot ${what}: the store ignores ranges`);
        if (status !== 206) return;
        const [, first, last, all] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get("content-range") ?? "") ?? [];
        if (Number(first) !== at || Number(last) - at + 1 !== body.length || Number(last) !== Math.min(at + READ_BYTES, Number(all)) - 1)
          throw new Broken("a range is not whole");
        total = Number(all);
      },
    });
    if (answer.status === 412) throw new S3Fault(75, `cannot ${what}: it changed while it was read`);
    if (answer.status === 416) return null;
    return { bytes: answer.body, total, etag: answer.headers.get("etag") };
  }

  /**
   * Puts an object whole.
   * @returns "there" if it has the bytes, "other" if the key has others, which remain
   * @throws S3Fault
   */
  async put(key: string, given: Uint8Array | S3Body, { replace, type }: PutOptions): Promise<"there" | "other"> {
    const body = given instanceof Uint8Array ? bodyOf(given) : given;
    const what = this.#named("write", key);
    // also saves sending parts that would be refused at their end
    if (!replace && (!this.#heedsConditions || body.length > PART_BYTES) && (await this.size(key)) !== null)
      return this.#compared(key, body);
    if (body.length > PART_BYTES) return this.#putParts(key, body, type, replace);
    const { status } = await this.#ask("PUT", pathOf(key), what, {
      headers: { "Content-Type": type, ...(!replace && IF_ABSENT) },
      body: new Uint8Array(await body.read(0, body.length)),
      fine: replace ? [200] : [200, 412],
    });
    if (status === 200) return "there";
    this.#heedsConditions = true;
    return this.#compared(key, body);
  }

  async #putParts(key: string, body: S3Body, type: string, replace: boolean): Promise<"there" | "other"> {
    const what = this.#named("write", key);
    const started = await this.#ask("POST", `${pathOf(key)}?uploads=`, what, {
      headers: { "Content-Type": type },
      fine: [200],
      check: ({ body: text }) => {
        if (uploadIn(text) === null) throw new Broken("the upload has no id");
      },
    });
    const upload = `uploadId=${encoded(uploadIn(started.body)!)}`;
    try {
      const size = Math.max(PART_BYTES, Math.ceil(body.length / MOST_PARTS));
      const parts: string[] = [];
      for (let at = 0; at < body.length; at += size) {
        const { headers } = await this.#ask("PUT", `${pathOf(key)}?partNumber=${parts.length + 1}&${upload}`, what, {
          body: new Uint8Array(await body.read(at, Math.min(at + size, body.length))),
          fine: [200],
          check: ({ headers: given }) => {
            if (given.get("etag") === null) throw new Broken("a part has no ETag");
          },
        });
        parts.push(`<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${escaped(headers.get("etag")!)}</ETag></Part>`);
      }
      const { status } = await this.#ask("POST", `${pathOf(key)}?${upload}`, what, {
        headers: { "Content-Type": "application/xml", ...(!replace && IF_ABSENT) },
        body: `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`,
        // 404: an attempt whose answer broke off has completed it
        fine: [200, 404, 412],
        check: ({ status: of, body: text }) => {
          // an error may follow the status
          if (of === 200 && !text.includes("</CompleteMultipartUploadResult>")) throw new Broken(codeIn(text.toString()) ?? "no result");
        },
      });
      if (status === 200) return "there";
      if (status === 412) await this.#abort(key, upload);
      const result = (await this.size(key)) === null ? "other" : await this.#compared(key, body);
      if (status === 404 && result === "other") throw new S3Fault(75, `cannot ${what}: the upload is gone`);
      return result;
    } catch (e) {
      await this.#abort(key, upload);
      throw e;
    }
  }

  /** Parts of an upload that is not ended remain, and cost. Its failure must not hide the first. */
  async #abort(key: string, upload: string): Promise<void> {
    await this.#ask("DELETE", `${pathOf(key)}?${upload}`, this.#named("write", key), { fine: [200, 204, 404] }).catch(() => undefined);
  }

  async #compared(key: string, body: S3Body): Promise<"there" | "other"> {
    if ((await this.size(key)) !== body.length) return "other";
    let at = 0;
    for await (const bytes of this.read(key)) {
      if (Buffer.compare(bytes, await body.read(at, at + bytes.length)) !== 0) return "other";
      at += bytes.length;
    }
    return at === body.length ? "there" : "other";
  }

  /** Removes an object if present. @throws S3Fault */
  async remove(key: string): Promise<void> {
    await this.#ask("DELETE", pathOf(key), this.#named("remove", key), { fine: [200, 204, 404] });
  }

  #named(verb: string, key: string): string {
    return `${verb} s3://${this.bucket}/${key}`;
  }

  /** @throws S3Fault 2 for a refusal that another attempt would have too, else 75 after the last attempt */
  async #ask(method: string, at: string, what: string, { fine, check, ...request }: Expected): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      let reason: string;
      try {
        const answer = await this.send(method, at, { ...request, signal: AbortSignal.timeout(REQUEST_MS) });
        const whole: Answer = { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
        const code = fine.includes(answer.status) && answer.status < 400 ? null : codeIn(whole.body.toString());
        if (fine.includes(answer.status) && !(answer.status === 404 && code === "NoSuchBucket")) {
          check?.(whole);
          return whole;
        }
        reason = `status ${answer.status}${code === null ? "" : ` ${code}`}`;
        if (answer.status < 500 && answer.status !== 429 && answer.status !== 408 && !(code !== null && PASSING.has(code)))
          throw new S3Fault(2, `cannot ${what}: ${reason}`);
      } catch (e) {
        if (e instanceof S3Fault) throw e;
        reason = e instanceof Broken ? e.message : reasonOf(e);
      }
      if (attempt === ATTEMPTS) throw new S3Fault(75, `cannot ${what}: ${reason}, ${ATTEMPTS} times`);
      await wait(this.pauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2));
    }
  }
}

const bodyOf = (bytes: Uint8Array): S3Body => ({
  length: bytes.length,
  read: (from, to) => Promise.resolve(bytes.subarray(from, to)),
});

/** A system code or the kind of the failure: messages may have the address. */
const reasonOf = (e: unknown): string => {
  if (!(e instanceof Error)) return "no answer";
  return String(memberOf(e.cause, "code") ?? (e.name === "TypeError" ? "the answer broke off" : e.name));
};

/** As signatures have it: all but unreserved characters (RFC 3986). */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const pathOf = (key: string): string => `/${key.split("/").map(encoded).join("/")}`;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const uploadIn = (body: Buffer): string | null => {
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(body.toString())?.[1];
  return id === undefined ? null : unescaped(id);
};

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

const unescaped = (text: string): string =>
  text.replace(/&(?:#(x[0-9a-fA-F]{1,6}|\d{1,7})|(\w+));/g, (all, code: string | undefined, name: string) =>
    code === undefined ? (ENTITIES.get(name) ?? all) : String.fromCodePoint(Number(code.startsWith("x") ? `0${code}` : code)),
  );

function pageOf(list: string): { readonly objects: readonly ListedObject[]; readonly next: string | null } {
  const value = (xml: string, name: string): string => unescaped(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "");
  // stores that do not know the parameter leave keys as they are
  const isEncoded = value(list, "EncodingType") === "url";
  const objects = [...list.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry]) => {
    const key = value(entry!, "Key");
    return { key: isEncoded ? decodeURIComponent(key.replaceAll("+", " ")) : key, bytes: Number(value(entry!, "Size")) };
  });
  const isTruncated = value(list, "IsTruncated") === "true";
  const next = value(list, "NextContinuationToken");
  if (isTruncated && next === "") throw new S3Fault(75, "a page of a list does not say where the next one begins");
  return { objects, next: isTruncated ? next : null };
}

// Signed requests to a bucket, of artifacts and of bulk.
import { AwsClient } from "platen-server/aws4fetch";
import type { AwsKeys, AwsKeySource } from "./aws-keys.js";

export interface S3Settings {
  readonly bucket: string;
  /** prefix of keys, "" or with a final slash */
  readonly prefix: string;
  /** path-style endpoint; null: Amazon's for the region */
  readonly endpoint: string | null;
  readonly region: string;
  readonly keys: AwsKeySource;
}

export interface S3Request {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  readonly signal?: AbortSignal;
}

/** Sends a request once. @param at path below the bucket and query, URL-encoded. @throws fetch's error */
export type S3Send = (method: string, at: string, request?: S3Request) => Promise<Response>;

export function s3Client({ bucket, endpoint, region, keys }: Omit<S3Settings, "prefix">): S3Send {
  const clientOf = ({ accessKeyId, secretAccessKey, sessionToken }: AwsKeys): AwsClient =>
    new AwsClient({ accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }), service: "s3", region, retries: 0 });
  let last: { readonly keys: AwsKeys; readonly client: AwsClient } | null = null;
  const client = async (): Promise<AwsClient> => {
    const now = await keys();
    if (last?.keys !== now) last = { keys: now, client: clientOf(now) };
    return last.client;
  };
  // bucket names with dots do not match wildcard certificates
  const base =
    endpoint !== null
      ? `${endpoint}/${bucket}`
      : bucket.includes(".")
        ? `https://s3.${region}.amazonaws.com/${bucket}`
        : `https://${bucket}.s3.${region}.amazonaws.com`;
  return async (method, at, { headers, body, signal } = {}) =>
    (await client()).fetch(`${base}${at}`, {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
}

/** Error code of an answer's body, null if there is none. */
export const codeIn = (body: string): string | null => /<Code>([A-Za-z]+)<\/Code>/.exec(body)?.[1] ?? null;

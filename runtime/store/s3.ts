import { memberOf } from "../../base/lookup.js";
import { setTimeout as pause } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { ArtifactError, checked, checkedFolder, type ArtifactStore } from "./artifacts.js";
import { codeIn, s3Client, type S3Settings } from "./s3-client.js";

export type { S3Settings } from "./s3-client.js";

const REQUEST_MS = 30_000;
const ATTEMPTS = 3;
const PAUSE_MS = 200;
/** Page size: a folder has fewer objects. */
const MOST_KEYS = 1000;

export function s3Store(settings: S3Settings): ArtifactStore {
  const { bucket, prefix } = settings;
  const send = s3Client(settings);

  /** Sends with retries, as requests are idempotent. Returns an expected status. */
  async function ask(
    method: string,
    query: string,
    init: { body?: Uint8Array<ArrayBuffer>; type?: string },
    fine: readonly number[],
  ): Promise<Response> {
    const what = `${method} in the bucket ${bucket}`;
    for (let attempt = 1; ; attempt++) {
      const last = attempt === ATTEMPTS;
      let reason: string;
      try {
        const answer = await send(method, query, {
          ...(init.body && { body: init.body }),
          ...(init.type !== undefined && { headers: { "Content-Type": init.type } }),
          signal: AbortSignal.timeout(REQUEST_MS),
        });
        if (fine.includes(answer.status)) return answer;
        reason = `status ${answer.status}${spaced(await answer.text())}`;
        if (answer.status < 500 && answer.status !== 429) throw new ArtifactError(`${what}: ${reason}`);
      } catch (e) {
        if (e instanceof ArtifactError) throw e;
        reason = e instanceof Error ? String(memberOf(e.cause, "code") ?? e.name) : "no answer";
      }
      if (last) throw new ArtifactError(`${what}: ${reason}`);
      await pause(PAUSE_MS * 2 ** (attempt - 1));
    }
  }

  // settings and the service make prefix and names URL-safe
  const pathOf = (folder: string, name: string): string => `/${prefix}${folder}/${name}`;
  const remove = async (path: string): Promise<void> => void (await (await ask("DELETE", path, {}, [200, 204, 404])).body?.cancel());

  const store: ArtifactStore = {
    async put(key, bytes, type) {
      const { folder, name } = checked(key);
      const answer = await ask("PUT", pathOf(folder, name), { body: new Uint8Array(bytes), type }, [200]);
      await answer.body?.cancel();
    },
    async get(key) {
      const { folder, name } = checked(key);
      const answer = await ask("GET", pathOf(folder, name), {}, [200, 404]);
      if (answer.status === 200) return new Uint8Array(await bytesOf(answer, bucket));
      // a missing bucket is not a missing object
      const code = spaced(await answer.text());
      if (code !== "" && code !== " NoSuchKey") throw new ArtifactError(`GET in the bucket ${bucket}: status 404${code}`);
      return null;
    },
    remove(key) {
      const { folder, name } = checked(key);
      return remove(pathOf(folder, name));
    },
    async removeFolder(folder) {
      const start = `${prefix}${checkedFolder(folder)}/`;
      const query = `/?list-type=2&max-keys=${MOST_KEYS}&prefix=${encodeURIComponent(start)}`;
      const listing = await (await ask("GET", query, {}, [200])).text();
      // names have no XML entities
      for (const [, key] of listing.matchAll(/<Key>([^<]*)<\/Key>/g)) await remove(pathOf(folder, key!.slice(key!.lastIndexOf("/") + 1)));
    },
    async check() {
      const key = { folder: randomUUID(), name: "check" };
      await store.put(key, new Uint8Array([1]), "application/octet-stream");
      await store.removeFolder(key.folder);
    },
  };
  return store;
}

/** Incomplete answers are errors. */
const bytesOf = (answer: Response, bucket: string): Promise<ArrayBuffer> =>
  answer.arrayBuffer().catch(() => {
    throw new ArtifactError(`GET in the bucket ${bucket}: the answer broke off`);
  });

const spaced = (body: string): string => {
  const code = codeIn(body);
  return code === null ? "" : ` ${code}`;
};

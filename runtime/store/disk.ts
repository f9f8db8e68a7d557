// Object store in a folder; files are written atomically.
import { randomUUID } from "node:crypto";
import { fsync } from "node:fs";
import { open, readFile, rename, rm, unlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { makeFolderLater } from "../core/folder.js";
import { ArtifactError, checked, checkedFolder, type ArtifactKey, type ArtifactStore } from "./artifacts.js";

/** 4,096 parents, by the random end of the UUID. */
export const folderIn = (dir: string, folder: string): string => path.join(dir, folder.slice(-3), checkedFolder(folder));

/** Services may share it. */
export function diskStore(dir: string): ArtifactStore {
  const folderOf = (folder: string): string => folderIn(dir, folder);
  const fileOf = (key: ArtifactKey): string => path.join(folderOf(key.folder), checked(key).name);
  const store: ArtifactStore = {
    put: (key, bytes) =>
      withCode("an artifact cannot be written", async () => {
        const file = fileOf(key);
        const folder = path.dirname(file);
        await makeFolderLater(folder, 0o700);
        const part = `${file}.${randomUUID()}.part`;
        await synced(part, "wx", (f) => f.writeFile(bytes));
        await rename(part, file);
        // syncs the parents, which hold the entries
        for (const above of [folder, path.dirname(folder), dir]) await synced(above, "r");
      }),
    get: (key) =>
      withCode("an artifact cannot be read", () =>
        readFile(fileOf(key)).then((bytes) => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), absent),
      ),
    remove: (key) => withCode("an artifact cannot be removed", async () => void (await unlink(fileOf(key)).catch(absent))),
    removeFolder: (folder) => withCode("artifacts cannot be removed", () => rm(folderOf(folder), { recursive: true, force: true })),
    async check() {
      const key = { folder: randomUUID(), name: "check" };
      await store.put(key, new Uint8Array([1]), "application/octet-stream");
      await store.removeFolder(key.folder);
    },
  };
  return store;
}

type Opened = Awaited<ReturnType<typeof open>>;

const sync = promisify(fsync);

async function synced(file: string, flags: string, use: (f: Opened) => Promise<void> = () => Promise.resolve()): Promise<void> {
  const opened = await open(file, flags, 0o600);
  try {
    await use(opened);
    // file handles of Yarn's Plug'n'Play have no sync
    await sync(opened.fd);
  } finally {
    await opened.close();
  }
}

const codeOf = (e: unknown): string => (e instanceof Error && "code" in e && typeof e.code === "string" ? e.code : "");

function absent(e: unknown): null {
  if (codeOf(e) === "ENOENT") return null;
  throw e;
}

/** Omits the system's message, which contains the path. */
async function withCode<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (e) {
    const code = codeOf(e);
    if (code === "") throw e;
    throw new ArtifactError(`${what}: ${code}`);
  }
}

// Interface of object stores: bytes by keys that the service generates.

/** Folder of one delivery (a UUID by the service), and a name in it: never a value from a caller. */
export interface ArtifactKey {
  readonly folder: string;
  readonly name: string;
}

/** Store of artifacts. */
export interface ArtifactStore {
  /** Atomic and durable. Replaces an existing object. @throws ArtifactError */
  put(key: ArtifactKey, bytes: Uint8Array, contentType: string): Promise<void>;
  /** null if absent. @throws ArtifactError */
  get(key: ArtifactKey): Promise<Uint8Array | null>;
  /** Removes an object, if present. @throws ArtifactError */
  remove(key: ArtifactKey): Promise<void>;
  /** Removes a folder with its contents, including partial objects, if present. @throws ArtifactError */
  removeFolder(folder: string): Promise<void>;
  /** Writes and removes an object, as test at start. @throws ArtifactError */
  check(): Promise<void>;
}

/** Failure of the object store. The reason is for the operator, without secrets. */
export class ArtifactError extends Error {}

const FOLDER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^[a-z][a-z0-9.-]{0,63}$/;

/** Asserts keys of the service, before their use as paths. */
export function checked({ folder, name }: ArtifactKey): ArtifactKey {
  checkedFolder(folder);
  if (!NAME.test(name)) throw new Error("an artifact's name is not one of the service's");
  return { folder, name };
}

export function checkedFolder(folder: string): string {
  if (!FOLDER.test(folder)) throw new Error("an artifact's folder is not one of the service's");
  return folder;
}

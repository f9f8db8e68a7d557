// Object stores.

/** Folder of one delivery (a UUID), and a name in it: never a value from a caller. */
export interface ArtifactKey {
  readonly folder: string;
  readonly name: string;
}

export interface ArtifactStore {
  /** Atomic and durable. Replaces an existing object. @throws ArtifactError */
  put(key: ArtifactKey, bytes: Uint8Array, contentType: string): Promise<void>;
  /** @throws ArtifactError */
  get(key: ArtifactKey): Promise<Uint8Array | null>;
  /** Removes an object if present. @throws ArtifactError */
  remove(key: ArtifactKey): Promise<void>;
  /** Removes all objects, partial ones too. @throws ArtifactError */
  removeFolder(folder: string): Promise<void>;
  /** Writes and removes an object. @throws ArtifactError */
  check(): Promise<void>;
}

/** Reports a failure to the operator, without secrets. */
export class ArtifactError extends Error {}

const FOLDER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^[a-z][a-z0-9.-]{0,63}$/;

/** Checks a key before its use as path: it must be the service's. */
export function checked({ folder, name }: ArtifactKey): ArtifactKey {
  checkedFolder(folder);
  if (!NAME.test(name)) throw new Error("an artifact's name is not one of the service's");
  return { folder, name };
}

export function checkedFolder(folder: string): string {
  if (!FOLDER.test(folder)) throw new Error("an artifact's folder is not one of the service's");
  return folder;
}

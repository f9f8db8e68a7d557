// What the service asks of an object store, whichever it is: bytes under keys that the service makes itself.

/** A folder of one delivery (a UUID that the service made), and a name in it: never anything that a caller has said. */
export interface ArtifactKey {
  readonly folder: string;
  readonly name: string;
}

/** Where the bytes of artifacts are. */
export interface ArtifactStore {
  /** Whole or not at all, and still there after a loss of power. An object that is there is replaced. @throws ArtifactError */
  put(key: ArtifactKey, bytes: Uint8Array, contentType: string): Promise<void>;
  /** null where there is no such object. @throws ArtifactError */
  get(key: ArtifactKey): Promise<Uint8Array | null>;
  /** One object; no matter whether it is there. @throws ArtifactError */
  remove(key: ArtifactKey): Promise<void>;
  /** A folder with all that is in it, half-written objects too; no matter whether it is there. @throws ArtifactError */
  removeFolder(folder: string): Promise<void>;
  /** Writes and removes an object, as a start does before anyone relies on it. @throws ArtifactError */
  check(): Promise<void>;
}

/** The object store is out of reach, or refuses: why, in words for the operator. Secrets are not in it. */
export class ArtifactError extends Error {}

const FOLDER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^[a-z][a-z0-9.-]{0,63}$/;

/** Keys are the service's own; that one is not is a mistake of the program, found before it becomes a path. */
export function checked({ folder, name }: ArtifactKey): ArtifactKey {
  checkedFolder(folder);
  if (!NAME.test(name)) throw new Error("an artifact's name is not one of the service's");
  return { folder, name };
}

export function checkedFolder(folder: string): string {
  if (!FOLDER.test(folder)) throw new Error("an artifact's folder is not one of the service's");
  return folder;
}

import path from "node:path";
import { OBJECT_STORE, SettingError } from "../core/settings.js";
import { awsKeySource, awsRegion } from "./aws-keys.js";
import { ArtifactError, type ArtifactStore } from "./artifacts.js";
import { diskStore } from "./disk.js";
import type { S3Settings } from "./s3.js";

/** Location of artifacts (decisions §3, storage). */
interface ObjectStoreSettings {
  /** default: its folder `artifacts` */
  readonly dataDir: string;
  /** s3://bucket/prefix */
  readonly objectStore: string | null;
  /** null: Amazon's */
  readonly s3Endpoint: string | null;
}

/**
 * Writes a test object.
 * @throws SettingError with the setting's name
 */
export async function openArtifacts(settings: ObjectStoreSettings, env: NodeJS.ProcessEnv): Promise<ArtifactStore> {
  const store = await storeOf(settings, env);
  try {
    await store.check();
  } catch (e) {
    if (!(e instanceof ArtifactError)) throw e;
    throw new SettingError(
      settings.objectStore === null
        ? `PLATEN_DATA_DIR: found "${settings.dataDir}", where artifacts cannot be kept: ${e.message}`
        : `PLATEN_OBJECT_STORE: found "${settings.objectStore}", which cannot be used: ${e.message}`,
    );
  }
  return store;
}

async function storeOf(settings: ObjectStoreSettings, env: NodeJS.ProcessEnv): Promise<ArtifactStore> {
  if (settings.objectStore === null) return diskStore(path.join(settings.dataDir, "artifacts"));
  // loaded on use: most installations do not need it
  return (await import("./s3.js")).s3Store(s3SettingsOf(settings.objectStore, settings.s3Endpoint, env));
}

/** Reads settings of S3 from the standard AWS variables. @throws SettingError */
export function s3SettingsOf(objectStore: string, endpoint: string | null, env: NodeJS.ProcessEnv): S3Settings {
  const needs = (name: string): SettingError => new SettingError(`PLATEN_OBJECT_STORE: found "${objectStore}", which needs ${name}`);
  const [, bucket, prefix] = OBJECT_STORE.exec(objectStore)!;
  return {
    bucket: bucket!,
    prefix: prefix === undefined ? "" : `${prefix}/`,
    endpoint,
    region: awsRegion(env),
    keys: awsKeySource(env, needs),
  };
}

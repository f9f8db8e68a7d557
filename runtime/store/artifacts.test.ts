import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, haveS3, startS3, type S3 } from "../../tests/support/s3.js";
import { SettingError, settingsFrom } from "../core/settings.js";
import { uuidV7 } from "../core/uuid.js";
import { ArtifactError, type ArtifactStore } from "./artifacts.js";
import { diskStore } from "./disk.js";
import { openArtifacts, s3SettingsOf } from "./open-artifacts.js";
import { s3Store } from "./s3.js";

const newFolder = (): string => uuidV7(Date.now());

function suite(name: string, open: () => Promise<ArtifactStore>, keys: () => Promise<readonly string[]>): void {
  describe(name, () => {
    let store: ArtifactStore;
    beforeAll(async () => {
      store = await open();
    });
    const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);

    test("what is put comes back byte for byte, until it is removed", async () => {
      const folder = newFolder();
      expect(await store.get({ folder, name: "pdf" })).toBe(null);
      await store.put({ folder, name: "pdf" }, bytes, "application/pdf");
      await store.put({ folder, name: "xml" }, new Uint8Array(0), "application/xml");
      expect(Buffer.from((await store.get({ folder, name: "pdf" }))!).equals(bytes)).toBe(true);
      expect((await store.get({ folder, name: "xml" }))!.length).toBe(0);
      await store.put({ folder, name: "pdf" }, bytes.subarray(5, 10), "application/pdf");
      expect([...(await store.get({ folder, name: "pdf" }))!]).toEqual([...bytes.subarray(5, 10)]);
      await store.remove({ folder, name: "pdf" });
      await store.remove({ folder, name: "pdf" });
      expect(await store.get({ folder, name: "pdf" })).toBe(null);
      expect(await store.get({ folder, name: "xml" })).not.toBe(null);
    });

    test("a folder goes with all that is in it, and no other", async () => {
      const [a, b] = [newFolder(), newFolder()];
      for (const name of ["pdf", "xml", "request", `report.${newFolder()}`]) await store.put({ folder: a, name }, bytes, "x/y");
      await store.put({ folder: b, name: "pdf" }, bytes, "x/y");
      await store.removeFolder(a);
      await store.removeFolder(a);
      expect((await keys()).filter((k) => k.includes(a))).toEqual([]);
      expect(await store.get({ folder: b, name: "pdf" })).not.toBe(null);
    });

    test("a check leaves nothing behind", async () => {
      const before = await keys();
      await store.check();
      expect(await keys()).toEqual(before);
    });

    test("keys that are not the service's own never become paths", async () => {
      const good = newFolder();
      for (const key of [
        { folder: "../../etc", name: "passwd" },
        { folder: `${good}/..`, name: "pdf" },
        { folder: good, name: "../pdf" },
        { folder: good, name: "a/b" },
        { folder: good, name: "" },
        { folder: good.toUpperCase(), name: "pdf" },
      ]) {
        await expect((async () => store.put(key, bytes, "x/y"))()).rejects.toThrow("not one of the service's");
        await expect((async () => store.get(key))()).rejects.toThrow("not one of the service's");
      }
      await expect((async () => store.removeFolder(".."))()).rejects.toThrow("not one of the service's");
    });
  });
}

const dir = mkdtempSync(path.join(tmpdir(), "platen-artifacts-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const disk = path.join(dir, "disk");
suite(
  "a folder",
  () => Promise.resolve(diskStore(disk)),
  () =>
    Promise.resolve(
      readdirSync(disk, { recursive: true, encoding: "utf8" })
        .filter((f) => /[0-9a-f]{12}\//.test(f))
        .sort(),
    ),
);

test("on disk, who reads while it is written again gets the one or the other, whole", async () => {
  const store = diskStore(disk);
  const key = { folder: newFolder(), name: "pdf" };
  const [ones, twos] = [new Uint8Array(500_000).fill(1), new Uint8Array(300_000).fill(2)];
  await store.put(key, ones, "x/y");
  const write = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await store.put(key, i % 2 === 0 ? twos : ones, "x/y");
  };
  const read = async (): Promise<void> => {
    for (let i = 0; i < 10; i++) {
      const got = Buffer.from((await store.get(key))!);
      expect(got.equals(ones) || got.equals(twos)).toBe(true);
    }
  };
  await Promise.all([write(), read(), read()]);
});

test("on disk, a half-written object is none, and goes with its folder", async () => {
  const store = diskStore(disk);
  const folder = newFolder();
  await store.put({ folder, name: "xml" }, new Uint8Array(3), "x/y");
  const at = path.join(disk, folder.slice(-3), folder);
  writeFileSync(path.join(at, "pdf.0b7e9a0e-5c1f-4a43-9c5e-3b9d4d6a2f11.part"), "half");
  expect(await store.get({ folder, name: "pdf" })).toBe(null);
  await store.removeFolder(folder);
  expect(readdirSync(path.dirname(at))).not.toContain(folder);
});

test("a folder where nothing can be written is named before anything listens", async () => {
  const file = path.join(dir, "file");
  writeFileSync(file, "");
  const settings = { dataDir: file, objectStore: null, s3Endpoint: null };
  await expect(openArtifacts(settings, {})).rejects.toThrow(
    new SettingError(`PLATEN_DATA_DIR: found "${file}", where artifacts cannot be kept: an artifact cannot be written: ENOTDIR`),
  );
  mkdirSync(path.join(dir, "fine"));
  await openArtifacts({ ...settings, dataDir: path.join(dir, "fine") }, {});
});

test("settings of a bucket", async () => {
  const env = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" };
  const of = s3SettingsOf("s3://invoices/a/b", "https://s3.example.com", { ...env, AWS_REGION: "eu-central-1", AWS_SESSION_TOKEN: "t" });
  expect(of).toMatchObject({ bucket: "invoices", prefix: "a/b/", endpoint: "https://s3.example.com", region: "eu-central-1" });
  expect(await of.keys()).toEqual({ accessKeyId: "id", secretAccessKey: "secret", sessionToken: "t" });
  const plain = s3SettingsOf("s3://invoices/", null, { ...env, AWS_DEFAULT_REGION: "x" });
  expect([plain.prefix, plain.region, (await plain.keys()).sessionToken]).toEqual(["", "x", null]);
  expect(() => s3SettingsOf("s3://invoices", null, { AWS_ACCESS_KEY_ID: "id" })).toThrow(
    'PLATEN_OBJECT_STORE: found "s3://invoices", which needs AWS_SECRET_ACCESS_KEY',
  );
  for (const good of ["s3://abc", "s3://a.b-c9/x", "s3://abc/x/y/z.1/"])
    expect(settingsFrom({ PLATEN_OBJECT_STORE: good }).objectStore).toBe(good);
  for (const bad of [
    "abc",
    "s3://",
    "s3://ab",
    "s3://ABC",
    "s3://abc/../x",
    "s3://abc//x",
    "s3://abc/./x",
    "s3://abc/ä",
    "s3://abc?x",
    "http://abc",
  ])
    expect(() => settingsFrom({ PLATEN_OBJECT_STORE: bad }), bad).toThrow(/^PLATEN_OBJECT_STORE: must be .*; found /);
  for (const [bad, rule] of [
    ["s3://x", "a bucket's name has 3 to 63 characters"],
    [`s3://${"a".repeat(64)}`, "a bucket's name has 3 to 63 characters"],
    ["s3://ABC", "a bucket's name is lower-case letters"],
    ["s3://abc/.x", "parts of a prefix are letters"],
  ] as const)
    expect(() => settingsFrom({ PLATEN_OBJECT_STORE: bad }), bad).toThrow(rule);
  expect(() => settingsFrom({ PLATEN_S3_ENDPOINT: "http://x" })).toThrow("PLATEN_S3_ENDPOINT: it needs PLATEN_OBJECT_STORE");
  expect(() => settingsFrom({ PLATEN_OBJECT_STORE: "s3://abc", PLATEN_S3_ENDPOINT: "x" })).toThrow(
    /^PLATEN_S3_ENDPOINT: must be .*; found "x"/,
  );
  expect(settingsFrom({ PLATEN_OBJECT_STORE: "s3://abc", PLATEN_S3_ENDPOINT: "http://x:9000/" }).s3Endpoint).toBe("http://x:9000");
});

describe.runIf(haveS3)("with an S3 server", () => {
  let s3: S3;
  const settings = (more: Record<string, string> = {}, store = "s3://artifacts/some/prefix"): ReturnType<typeof s3SettingsOf> =>
    s3SettingsOf(store, s3.endpoint, { ...s3.env(""), ...more });
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.stop());
  suite(
    "a bucket",
    () => Promise.resolve(s3Store(settings())),
    () => s3.keys(),
  );

  test("objects stand under the prefix", async () => {
    const folder = newFolder();
    await s3Store(settings()).put({ folder, name: "pdf" }, new Uint8Array(1), "application/pdf");
    expect(await s3.keys("some/prefix/")).toContain(`some/prefix/${folder}/pdf`);
  });

  test("a wrong secret, a bucket that is not there, and nobody who answers are told without secrets", async () => {
    const reason = async (store: ArtifactStore): Promise<string> => {
      const e: unknown = await store.check().catch((failure: unknown) => failure);
      expect(e).toBeInstanceOf(ArtifactError);
      expect(String(e)).not.toContain("hidden");
      return (e as Error).message;
    };
    expect(await reason(s3Store(settings({ AWS_SECRET_ACCESS_KEY: "hidden" })))).toBe(
      "PUT in the bucket artifacts: status 403 SignatureDoesNotMatch",
    );
    const other = s3Store(settings({}, "s3://nothing"));
    expect(await reason(other)).toBe("PUT in the bucket nothing: status 404 NoSuchBucket");
    await expect(other.get({ folder: newFolder(), name: "pdf" })).rejects.toThrow("status 404 NoSuchBucket");
    const nobody = s3Store({ ...settings(), endpoint: `http://127.0.0.1:${await freePort()}` });
    expect(await reason(nobody)).toBe("PUT in the bucket artifacts: ECONNREFUSED");
    await expect(openArtifacts({ dataDir: dir, objectStore: "s3://nothing", s3Endpoint: s3.endpoint }, s3.env(""))).rejects.toThrow(
      'PLATEN_OBJECT_STORE: found "s3://nothing", which cannot be used: PUT in the bucket nothing: status 404 NoSuchBucket',
    );
  });

  test("a server that fails now and then is asked again", async () => {
    let failures = 0;
    const folder = newFolder();
    const real = globalThis.fetch;
    globalThis.fetch = (...args) => (failures++ < 2 ? Promise.resolve(new Response("", { status: 503 })) : real(...args));
    try {
      await s3Store(settings()).put({ folder, name: "pdf" }, new Uint8Array([7]), "application/pdf");
    } finally {
      globalThis.fetch = real;
    }
    expect(failures).toBe(3);
    expect([...(await s3Store(settings()).get({ folder, name: "pdf" }))!]).toEqual([7]);
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describePostgres } from "../../tests/support/postgres.js";
import { Accounts } from "../accounts/accounts.js";
import type { AccountFile } from "../accounts/files.js";
import { Tokens } from "../accounts/tokens.js";
import { Assets } from "../owner/assets.js";
import type { CheckedFace } from "../fonts/font-files.js";
import { blobIdOf } from "../fonts/font-tools.js";
import { OwnersFonts } from "../owner/owners-fonts.js";
import { Templates } from "../owner/templates.js";
import { DatabaseError, type Database } from "./database.js";
import { MIGRATIONS } from "./migrations.js";
import { openDatabase, type StoreSettings } from "./open.js";
import { numbered } from "./postgres.js";

const described = (postScriptName: string, family: string, bytes: Uint8Array): CheckedFace => ({
  face: {
    blob: blobIdOf(bytes),
    ...{ family, postScriptName, weight: 400, italic: false, ascender: 800, descender: -200 },
    coverage: [[32, 126]],
  },
  lineHeight: 1.2,
});
const DAY = 24 * 60 * 60 * 1000;
const NOON = Date.UTC(2026, 10, 23, 12);

function suite(name: string, settingsOf: () => StoreSettings, serves = false): void {
  const open = (settings: StoreSettings): Promise<Database> => openDatabase(settings, { serves });
  describe(name, () => {
    let db: Database;
    let settings: StoreSettings;
    beforeAll(async () => {
      settings = settingsOf();
      db = await open(settings);
    });
    afterAll(() => db.close());

    test("the schema is made once, by whoever comes first, and stays", async () => {
      const again = settingsOf();
      const opened = await Promise.all(Array.from({ length: 4 }, () => open(again)));
      const made = await new Tokens(opened[0]!).create("a");
      expect((await new Tokens(opened[3]!).callerOf(made.token)).owner).toBe("a");
      await Promise.all(opened.map((d) => d.close()));
      const later = await open(again);
      expect((await new Tokens(later).callerOf(made.token)).owner).toBe("a");
      await later.close();
    });

    test("a database of the next release is used, and stays it; a newer one is refused", async () => {
      const newer = settingsOf();
      const first = await open(newer);
      const become = async (db: Database, version: number): Promise<void> => {
        if (newer.databaseUrl === null) await db.run(`PRAGMA user_version = ${version}`).catch(() => db.all("PRAGMA user_version"));
        else await db.run("UPDATE platen_schema SET version = ?", version);
        await db.close();
      };
      await become(first, MIGRATIONS.length + 1);
      const beside = await open(newer);
      expect(await new Tokens(beside).any()).toBe(false);
      const [row] = await beside.all(newer.databaseUrl === null ? "PRAGMA user_version" : "SELECT version FROM platen_schema");
      expect(Object.values(row!)).toEqual([MIGRATIONS.length + 1]);
      await become(beside, MIGRATIONS.length + 2);
      await expect(open(newer)).rejects.toThrow(DatabaseError);
      await expect(open(newer)).rejects.toThrow(
        `the database has schema ${MIGRATIONS.length + 2} of a later release; this one goes up to ${MIGRATIONS.length}, and works beside ${MIGRATIONS.length + 1}: update this service`,
      );
    });

    test("a token is known by its hash, until it is suspended, revoked or over", async () => {
      let now = NOON;
      const tokens = new Tokens(db, () => now);
      expect(await tokens.any()).toBe(false);
      const policy = { max_pages_per_request: 3 };
      const { id, token } = await tokens.create("acme", { policy, expires: NOON + DAY });
      expect(token).toMatch(/^plt_[\w-]{43}$/);
      expect(await tokens.any()).toBe(true);
      expect(await tokens.callerOf(token)).toEqual({ id, owner: "acme", scopes: ["render"], policy });
      const stored = JSON.stringify(await db.all("SELECT * FROM tokens"));
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(token.slice(4));

      const code = (t: string): Promise<string> =>
        tokens.callerOf(t).then(
          () => "ok",
          (e: { code: string }) => e.code,
        );
      expect(await code(`${token}x`)).toBe("API-102");
      expect(await code((await tokens.create("acme", { surface: "internal" })).token)).toBe("API-102");
      expect(await tokens.setState(id, "suspended")).toBe("suspended");
      expect(await code(token)).toBe("API-103");
      expect(await tokens.setState(id, "active")).toBe("active");
      expect(await code(token)).toBe("ok");
      now += DAY;
      expect(await code(token)).toBe("API-103");
      expect((await tokens.list("acme")).find((t) => t.id === id)).toMatchObject({
        state: "expired",
        expires: "2026-11-24T12:00:00.000Z",
        policy,
      });
      now -= DAY;
      expect(await tokens.setState(id, "revoked")).toBe("revoked");
      expect(await tokens.setState(id, "active")).toBe("revoked");
      expect(await code(token)).toBe("API-103");
      expect(await tokens.setState("nothing", "revoked")).toBe(null);
      expect(await tokens.list("nobody")).toEqual([]);
      expect((await tokens.list(null)).length).toBe(2);
    });

    test("a token has its scopes, one of before renders, and an owner has so many that are not revoked", async () => {
      const tokens = new Tokens(db, () => NOON, 3);
      const { token, id } = await tokens.create("scoped", { scopes: ["admin", "render"] });
      expect((await tokens.callerOf(token)).scopes).toEqual(["render", "admin"]);
      expect(await tokens.find(id)).toMatchObject({ id, owner: "scoped", scopes: ["render", "admin"], state: "active" });
      expect(await tokens.find("nothing")).toBe(null);
      await db.run("INSERT INTO tokens (id, hash, owner, state, surface, created_ms) VALUES ('old', 'h', 'scoped', 'active', 'public', 0)");
      expect((await tokens.find("old"))!.scopes).toEqual(["render"]);
      const made = await Promise.allSettled(Array.from({ length: 6 }, () => tokens.create("scoped")));
      expect(made.filter((m) => m.status === "fulfilled").length).toBe(1);
      await expect(tokens.create("scoped")).rejects.toMatchObject({
        code: "API-002",
        message: "the owner must have at most 3 (PLATEN_LIMIT_OWNER_TOKENS) tokens that are not revoked",
      });
      await tokens.setState("old", "revoked");
      await tokens.create("scoped");
      const seen: string[] = [];
      for (let after: Parameters<Tokens["page"]>[1] = null; ;) {
        const page = await tokens.page("scoped", after, 2);
        seen.push(...page.map(([e]) => e.id));
        if (page.length < 2) break;
        after = page.at(-1)![1];
      }
      expect(seen.length).toBe(4);
      expect(seen.at(-1)).toBe("old");
      expect([...seen].sort()).toEqual((await tokens.list("scoped")).map((t) => t.id).sort());
    });

    test("an owner without an account has no limit, and nothing is kept of it", async () => {
      const accounts = new Accounts(db);
      expect(await accounts.admit("free")).toEqual({ paceMs: 0, payable: Infinity });
      await accounts.charge("free", 1000);
      expect(await accounts.state("free")).toEqual({ owner: "free", subscription: "active", used: 0, pages: 0 });
    });

    test.each([
      ["none", "API-201"],
      ["expired", "API-202"],
    ] as const)("a subscription that is %s pays for nothing", async (subscription, code) => {
      const accounts = new Accounts(db);
      await accounts.set(subscription, { subscription, page_credits: { limit: 9, period: "day" }, overage: true, wallet: 9 });
      await expect(accounts.admit(subscription)).rejects.toMatchObject({ code });
      await expect(accounts.charge(subscription, 1)).rejects.toMatchObject({ code });
      expect(await accounts.state(subscription)).toMatchObject({ used: 0, wallet: 9 });
    });

    test("credits are whole again in the next day or month", async () => {
      let now = NOON;
      const accounts = new Accounts(db, () => now);
      await accounts.set("daily", { subscription: "active", page_credits: { limit: 3, period: "day" } });
      await accounts.set("monthly", { subscription: "active", page_credits: { limit: 3, period: "month" } });
      for (const owner of ["daily", "monthly"]) {
        await accounts.charge(owner, 3);
        await expect(accounts.admit(owner)).rejects.toMatchObject({ code: "API-203" });
      }
      now += DAY;
      expect(await accounts.admit("daily")).toEqual({ paceMs: 0, payable: 3 });
      expect((await accounts.state("daily")).used).toBe(0);
      await accounts.charge("daily", 2);
      expect(await accounts.state("daily")).toMatchObject({ used: 2, pages: 5 });
      await expect(accounts.admit("monthly")).rejects.toMatchObject({ code: "API-203" });
      now = Date.UTC(2026, 11, 1);
      expect(await accounts.admit("monthly")).toEqual({ paceMs: 0, payable: 3 });
    });

    test("what was used stays used when an account is changed", async () => {
      const accounts = new Accounts(db, () => NOON);
      await accounts.set("grown", { subscription: "active", page_credits: { limit: 3, period: "day" }, pace_ms: 5 });
      await accounts.charge("grown", 2);
      await accounts.set("grown", { subscription: "active", page_credits: { limit: 5, period: "day" }, wallet: 7, pace_ms: 1000 });
      expect(await accounts.state("grown")).toMatchObject({ used: 2, page_credits: { limit: 5, period: "day" } });
      expect(await accounts.admit("grown")).toEqual({ paceMs: 1000, payable: 3 });
      await accounts.set("grown", { subscription: "active", page_credits: { limit: 5, period: "day" }, overage: true, wallet: 7 });
      expect(await accounts.admit("grown")).toEqual({ paceMs: 0, payable: 10 });
      expect((await accounts.overdrawn("grown", 10)).message).toBe(
        "the render needs more than 10 page credits, of 5 a day 3 are left, and the wallet has 7 pages",
      );
    });

    test("charges that come at once take each page once, from the credits, then from the wallet, all or nothing", async () => {
      const accounts = new Accounts(db, () => NOON);
      let n = 0;
      const file = fc.record({ limit: fc.nat(12), wallet: fc.nat(12), overage: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(
          file,
          fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 }),
          async ({ limit, wallet, overage }, pages) => {
            const owner = `many${n++}`;
            const account: AccountFile = { subscription: "active", page_credits: { limit, period: "day" }, overage, wallet };
            await accounts.set(owner, account);
            const results = await Promise.all(
              pages.map((p) =>
                accounts.charge(owner, p).then(
                  () => ({ p, code: "ok" }),
                  (e: { code: string }) => ({ p, code: e.code }),
                ),
              ),
            );
            const paid = results.filter((r) => r.code === "ok").reduce((sum, r) => sum + r.p, 0);
            const state = await accounts.state(owner);
            expect(state.used).toBe(Math.min(limit, paid));
            expect(state.wallet).toBe(wallet - Math.max(0, paid - limit));
            expect(state.pages).toBe(paid);
            expect(state.wallet).toBeGreaterThanOrEqual(0);
            const left = limit + (overage ? wallet : 0) - paid;
            for (const r of results) {
              if (r.code === "ok") continue;
              expect(r.code).toBe(overage ? "API-204" : "API-203");
              expect(r.p).toBeGreaterThan(left);
            }
          },
        ),
        { numRuns: 60 },
      );
    });

    test("templates have versions that never change, each publisher its own; the last one is active until it is retired", async () => {
      const templates = new Templates(db, () => NOON);
      const source = (n: number): Uint8Array => new TextEncoder().encode(`{"n":${n}}`);
      const publish = async (owner: string, n: number): Promise<number> =>
        (await templates.publish(owner, "note", source(n))).entry.version;
      const read = async (owner: string, id: string): Promise<string | null> => {
        const bytes = await templates.source(owner, id);
        return bytes && new TextDecoder().decode(bytes);
      };
      expect(await read("a", "note")).toBe(null);
      expect(await publish("a", 1)).toBe(1);
      expect(await read("a", "note")).toBe('{"n":1}');
      expect(await read("b", "note")).toBe(null);
      const versions = await Promise.all([2, 3, 4, 5].map((n) => publish("a", n)));
      expect([...versions].sort()).toEqual([2, 3, 4, 5]);
      expect(await publish("b", 9)).toBe(1);
      const own = (await templates.list("a")).filter((e) => e.owner === "a");
      expect(own.map((e) => [e.id, e.version, e.state])).toEqual([
        ["note", 5, "active"],
        ...[4, 3, 2, 1].map((n) => ["note", n, "superseded"]),
      ]);
      expect(new TextDecoder().decode((await templates.show("a", "note", 1))!.source)).toBe('{"n":1}');
      expect(await templates.show("a", "note", 6)).toBe(null);
      expect(await templates.retire("a", "note")).toBe(true);
      expect(await templates.retire("a", "note")).toBe(false);
      expect(await read("a", "note")).toBe(null);
      expect(await read("b", "note")).toBe('{"n":9}');
      expect(await publish("a", 6)).toBe(6);
      expect(await read("a", "note")).toBe('{"n":6}');
      expect(await read("nobody", "invoice")).toContain('"schema"');
      expect((await templates.list("nobody")).map((e) => [e.id, e.owner, e.state])).toEqual(
        ["invoice", "packing_list", "shipping_label"].map((id) => [id, null, "active"]),
      );
    });

    test("assets belong to their owner, come back byte for byte, and are replaced and removed", async () => {
      const assets = new Assets(db, () => NOON);
      const bytes = Uint8Array.from({ length: 3000 }, (_, i) => i % 256);
      await assets.put("a", "logo", bytes);
      expect(await assets.get("a", "logo")).toEqual(bytes);
      expect(await assets.get("b", "logo")).toBe(null);
      expect(await assets.get("a", "Logo")).toBe(null);
      await assets.put("a", "logo", bytes.slice(0, 10));
      await assets.put("a", "../x'); DROP TABLE assets; --", bytes);
      expect((await assets.list("a")).map((a) => [a.key, a.bytes])).toEqual([
        ["../x'); DROP TABLE assets; --", 3000],
        ["logo", 10],
      ]);
      expect(await assets.remove("b", "logo")).toBe(false);
      expect(await assets.remove("a", "logo")).toBe(true);
      expect(await assets.get("a", "logo")).toBe(null);
    });

    test("fonts belong to their owner, come back byte for byte by their hash, and are replaced and removed by name", async () => {
      const fonts = new OwnersFonts(db, () => NOON);
      const small = (n: number): Uint8Array => Uint8Array.from({ length: 10 + n }, (_, i) => (i + n) % 256);
      await fonts.add("a", described("Acme-Regular", "Acme", small(1)), small(1));
      await fonts.add("a", described("Acme-Bold", "Acme", small(2)), small(2));
      await fonts.add("b", described("Acme-Regular", "Acme", small(3)), small(3));
      expect(await fonts.ids("a")).toEqual([blobIdOf(small(2)), blobIdOf(small(1))]);
      expect((await fonts.faces("a")).map((f) => f.face)).toEqual([
        described("Acme-Bold", "Acme", small(2)).face,
        described("Acme-Regular", "Acme", small(1)).face,
      ]);
      expect(await fonts.bytes("a", blobIdOf(small(1)))).toEqual(small(1));
      expect(await fonts.bytes("a", blobIdOf(small(3)))).toBe(null);
      await fonts.add("a", described("acme regular", "Acme", small(4)), small(4));
      expect(await fonts.bytes("a", blobIdOf(small(1)))).toBe(null);
      expect((await fonts.list("a")).map((f) => [f.name, f.family, f.weight, f.bytes, f.created])).toEqual([
        ["Acme-Bold", "Acme", 400, 12, "2026-11-23T12:00:00.000Z"],
        ["acme regular", "Acme", 400, 14, "2026-11-23T12:00:00.000Z"],
      ]);
      expect(await fonts.remove("c", "Acme-Regular")).toBe(false);
      expect(await fonts.remove("a", "ACME-Regular")).toBe(true);
      expect(await fonts.remove("a", "Acme-Regular")).toBe(false);
      expect(await fonts.ids("a")).toEqual([blobIdOf(small(2))]);
      expect(await fonts.ids("b")).toEqual([blobIdOf(small(3))]);
    });

    test("an owner has so many fonts, and so many bytes of them, and not one more", async () => {
      const fonts = new OwnersFonts(db, () => NOON, { owner_fonts: 3, owner_font_bytes: 100 });
      const add = (owner: string, name: string, length: number): Promise<boolean> => {
        const bytes = new Uint8Array(length);
        return fonts.add(owner, described(name, "Many", bytes), bytes).then(
          () => true,
          (e: unknown) => {
            expect(e).toMatchObject({ code: "API-002", message: expect.stringMatching(/PLATEN_LIMIT_OWNER_FONT/) as string });
            return false;
          },
        );
      };
      for (const name of ["one", "two", "three"]) expect(await add("many", name, 10)).toBe(true);
      expect(await add("many", "four", 10)).toBe(false);
      expect(await add("many", "three", 80)).toBe(true);
      expect(await add("many", "three", 81)).toBe(false);
      expect((await fonts.list("many")).map((f) => f.bytes)).toEqual([10, 80, 10]);
      expect(await add("heavy", "one", 100)).toBe(true);
      expect(await add("heavy", "two", 1)).toBe(false);
      expect(await add("heavy", "one", 101)).toBe(false);
      expect(await add("heavier", "one", 101)).toBe(false);
    });
  });
}

const dir = mkdtempSync(path.join(tmpdir(), "platen-store-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
let folders = 0;
suite("SQLite", () => ({ dataDir: path.join(dir, `${folders++}`), databaseUrl: null }));
suite("SQLite in a thread", () => ({ dataDir: path.join(dir, `${folders++}`), databaseUrl: null }), true);

test("a folder that cannot be is named", async () => {
  const settings = { dataDir: "/dev/null/data", databaseUrl: null };
  await expect(openDatabase(settings)).rejects.toThrow(
    /^PLATEN_DATA_DIR: found "\/dev\/null\/data", where the database cannot be opened: /,
  );
});

describePostgres((fresh) => {
  suite("PostgreSQL", () => ({ dataDir: dir, databaseUrl: fresh() }));
});

test("an address where no database is, is refused without its password", async () => {
  const settings = { dataDir: dir, databaseUrl: "postgres://me:secret@127.0.0.1:1/none" };
  const error = await openDatabase(settings).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(DatabaseError);
  expect(String(error)).toContain("PLATEN_DATABASE_URL: the database cannot be opened: ");
  expect(String(error)).not.toContain("secret");
});

test("values are numbered in their order", () => {
  expect(numbered("a = ? AND b = ? OR c = ?")).toBe("a = $1 AND b = $2 OR c = $3");
});

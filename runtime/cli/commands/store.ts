// platen tokens, accounts, assets (decisions §3; decisions §6).
import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { Accounts } from "../../accounts/accounts.js";
import { FileFault, readAccount, readPolicy, timeIn } from "../../accounts/read-file.js";
import { LOCAL, SCOPES, Tokens, type Scope, type Surface, type TokenState } from "../../accounts/tokens.js";
import { ServiceError } from "../../errors/errors.js";
import { callbackFault } from "../../accounts/callback-url.js";
import { callbackAllowFrom, ownerLimitsFrom } from "../../core/settings.js";
import { Assets, isAssetKey } from "../../owner/assets.js";
import { checkPicture, PictureRefused } from "../shared/check-picture.js";
import { FileError, read, UsageError } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";
import { listedOwner, ofOwner, ownerOf, saying, withPresentStore, withStore, type Say } from "../shared/store-access.js";

export const addTokens = (program: Command, cx: CommandContext): void =>
  tokenCommands(program.command("tokens").description("bearer tokens: make, list, suspend, resume, revoke"), saying(cx));
export const addAccounts = (program: Command, cx: CommandContext): void =>
  accountCommands(program.command("accounts").description("what owners may render, and have rendered"), saying(cx));
export const addAssets = (program: Command, cx: CommandContext): void =>
  assetCommands(program.command("assets").description("owners' pictures, which requests name by key"), cx);

function time(text: string): number {
  const ms = timeIn(text);
  if (!Number.isFinite(ms)) throw new InvalidArgumentError("must be an ISO 8601 date, such as 2027-01-31T12:00:00Z");
  return ms;
}

function surface(text: string): Surface {
  if (text !== "public" && text !== "internal") throw new InvalidArgumentError("must be public or internal");
  return text;
}

export const refusing = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((e: unknown) => {
    throw e instanceof ServiceError ? new FileError(e.message) : e;
  });

/** Repeatable, and a list with commas. */
function scopes(text: string, before: readonly Scope[] = []): readonly Scope[] {
  return text.split(",").reduce((all: readonly Scope[], word) => {
    const scope = SCOPES.find((s) => s === word.trim());
    if (scope === undefined) throw new InvalidArgumentError(`must be ${SCOPES.slice(0, -1).join(", ")} or ${SCOPES.at(-1)}`);
    return all.includes(scope) ? all : [...all, scope];
  }, before);
}

/** Errors start with the file's name. */
async function described<T>(file: string, readAs: (bytes: Uint8Array) => T): Promise<T> {
  const bytes = await read(file);
  try {
    return readAs(bytes);
  } catch (e) {
    if (e instanceof FileFault) throw new FileError(`${file}: ${e.message}`);
    throw e;
  }
}

function tokenCommands(tokens: Command, say: Say): void {
  interface Create {
    readonly owner: string;
    readonly policy?: string;
    readonly expires?: number;
    readonly surface: Surface;
    readonly scope?: readonly Scope[];
    readonly callback?: string;
  }
  tokens
    .command("create")
    .description("make a token; it is shown this once")
    .requiredOption("--owner <name>", "whom it belongs to", ownerOf)
    .option("--policy <file>", "the policy of the token (platen schema token-policy); if absent, everything is allowed")
    .option("--expires <time>", "when it ends", time)
    .option("--surface <surface>", "public or internal", surface, "public")
    .option("--scope <scope>", "what it may: render (the default), manage, admin; repeatable, or with commas between", scopes)
    .option("--callback <url>", "URL that is told of the end of its jobs; the secret that signs what is sent is shown this once")
    .action(async (o: Create) => {
      const policy = o.policy === undefined ? undefined : await described(o.policy, readPolicy);
      const { owner_tokens: most } = ownerLimitsFrom(process.env);
      const fault = o.callback === undefined ? null : callbackFault(o.callback, callbackAllowFrom(process.env));
      if (fault !== null) throw new FileError(`callback.url: ${fault}`);
      const callback = o.callback === undefined ? undefined : { url: o.callback };
      const made = await withStore((db) =>
        refusing(() =>
          new Tokens(db, Date.now, most).create(o.owner, { policy, expires: o.expires, surface: o.surface, scopes: o.scope, callback }),
        ),
      );
      await say(made, [
        `id     ${made.id}`,
        `token  ${made.token}`,
        ...(made.callback ? [`callback  ${made.callback.url}`, `secret    ${made.callback.secret}`] : []),
      ]);
    });
  tokens
    .command("list")
    .description("list tokens, without what they are")
    .option("--owner <name>", "of one owner", ownerOf)
    .action(async (o: { readonly owner?: string }) => {
      const all = await withPresentStore((db) => new Tokens(db).list(o.owner ?? null));
      const lines = all.map((t) => {
        const more = [
          t.scopes.join() === "render" ? "" : t.scopes.join(", "),
          t.surface === "public" ? "" : t.surface,
          t.expires === null ? "" : `until ${t.expires}`,
          Object.keys(t.policy).join(", "),
          t.callback ? `callback ${t.callback.url}` : "",
        ];
        return [t.id, t.state, t.owner, t.created, ...more.filter((m) => m !== "")].join("  ");
      });
      await say(all, lines);
    });
  const become = (name: string, state: TokenState, description: string): void => {
    tokens
      .command(name)
      .argument("<id>", "as platen tokens list shows it")
      .description(description)
      .action(async (id: string) => {
        const now = await withPresentStore((db) => new Tokens(db).setState(id, state));
        if (now === null) throw new FileError(`unknown token ${JSON.stringify(id)}`);
        if (now !== state) throw new FileError(`the token ${id} is ${now}; its state is final`);
        await say({ id, state: now }, [`${id}  ${now}`]);
      });
  };
  become("suspend", "suspended", "refuse a token until it is resumed");
  become("resume", "active", "take a suspended token again");
  become("revoke", "revoked", "refuse a token for good");
}

function accountCommands(accounts: Command, say: Say): void {
  accounts
    .command("set")
    .argument("<owner>", "the owner of the account", ownerOf)
    .argument("<file>", "the credits of the account (platen schema account); - is standard input")
    .description("set the credits of an owner; used credits stay used")
    .action(async (name: string, file: string) => {
      const account = await described(file, readAccount);
      const state = await withStore(async (db) => {
        const all = new Accounts(db);
        await all.set(name, account);
        return all.state(name);
      });
      await say(state, linesOf(state));
    });
  accounts
    .command("show")
    .argument("<owner>", "the owner of the account", ownerOf)
    .description("what an owner has, and has used")
    .action(async (name: string) => {
      const state = await withPresentStore((db) => new Accounts(db).state(name));
      await say(state, linesOf(state));
    });
}

const linesOf = (state: Awaited<ReturnType<Accounts["state"]>>): readonly string[] => [
  `owner         ${state.owner}`,
  `subscription  ${state.subscription}`,
  `page credits  ${state.page_credits ? `${state.page_credits.limit} a ${state.page_credits.period}, ${state.used} used` : "no limit"}`,
  `overage       ${state.overage ? `yes, ${state.wallet ?? 0} pages in the wallet` : "no"}`,
  `pace          ${state.pace_ms ?? 0} ms`,
  `rendered      ${state.pages} pages`,
];

function assetCommands(assets: Command, cx: CommandContext): void {
  const say = saying(cx);
  assets
    .command("put")
    .argument("<file>", "a PNG, JPEG, WebP, SVG or PDF file")
    .requiredOption("--key <key>", "how requests name it")
    .option("--owner <name>", "the owner", ownerOf, LOCAL)
    .description("add a picture, or put it in the place of the one of that key")
    .action(async (file: string, o: { readonly key: string; readonly owner: string }) => {
      if (!isAssetKey(o.key)) throw new UsageError("--key: must be 1 to 256 visible characters, without spaces at its ends");
      const bytes = await read(file);
      const most = ownerLimitsFrom(process.env);
      if (bytes.length > most.asset_bytes)
        throw new FileError(`${file}: must be at most ${most.asset_bytes} (PLATEN_LIMIT_ASSET_BYTES) bytes; found ${bytes.length}`);
      await checkPicture(bytes).catch((e: unknown) => {
        throw e instanceof PictureRefused ? new FileError(`${file}: ${e.message}`) : e;
      });
      const { entry } = await withStore((db) => refusing(() => new Assets(db, Date.now, most).put(o.owner, o.key, bytes)));
      await say({ owner: o.owner, ...entry }, [`${o.owner}  ${o.key}  ${bytes.length} bytes`]);
    });
  assets
    .command("list")
    .option(...ofOwner)
    .description("list an owner's pictures")
    .action(async (o: { readonly owner?: string }) => {
      const owner = listedOwner(o, cx);
      const all = await withPresentStore((db) => new Assets(db).list(owner));
      await say(
        all,
        all.map((a) => `${a.key}  ${a.bytes} bytes  ${a.content_type}  ${a.created}`),
      );
    });
  assets
    .command("remove")
    .argument("<key>", "as platen assets list shows it")
    .option("--owner <name>", "whose", ownerOf, LOCAL)
    .description("remove a picture")
    .action(async (key: string, o: { readonly owner: string }) => {
      if (!(await withPresentStore((db) => new Assets(db).remove(o.owner, key))))
        throw new FileError(`${o.owner} has no asset ${JSON.stringify(key)}`);
      await say({ owner: o.owner, key, removed: true }, [`${o.owner}  ${key}  removed`]);
    });
}

// platen store backup, restore, migrate (running, G8, G9).
import type { Command } from "commander";
import { storeSettingsFrom } from "../../core/settings.js";
import { INSTALL_SERVER, lacksServer } from "../../core/server-package.js";
import { DatabaseError } from "../../store/database.js";
import { FileError, UsageError } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";
import { saying, type Say } from "../shared/store-access.js";

export function addStore(program: Command, cx: CommandContext): void {
  const store = program.command("store").description("the whole store: backup, restore, migration");
  const say = saying(cx);
  store
    .command("backup")
    .description("copy a store in use into a new or empty folder, which is then a data directory")
    .requiredOption("-o, --out <dir>", "the folder of the copy")
    .action((o: { readonly out: string }) => copy(storeDir("backup"), o.out, say));
  store
    .command("restore")
    .argument("<dir>", "a folder that platen store backup has made")
    .description("copy a backup into the data directory, which must be new or empty")
    .action((dir: string) => copy(dir, storeDir("restore"), say));
  store
    .command("migrate")
    .description("copy all tables of the data directory's SQLite into an empty PostgreSQL database; stop services first")
    .requiredOption("--to <url>", "the database: postgres://…")
    .action(async (o: { readonly to: string }) => {
      if (!/^postgres(ql)?:\/\//.test(o.to)) throw new UsageError("--to: must be an address that begins with postgres://");
      const { dataDir } = storeSettingsFrom({ ...process.env, PLATEN_DATABASE_URL: "" });
      const { hasStore } = await import("../../store/copy.js");
      if (!hasStore(dataDir)) throw new FileError(`${dataDir} has no store (PLATEN_DATA_DIR)`);
      const tables = await refusing(async () => (await import("../../store/to-postgres.js")).copyToPostgres(dataDir, o.to));
      await say({ tables }, [...linesOf(tables), "the counts of rows are equal; artifacts stay where they are"]);
    });
}

/** @throws UsageError for PostgreSQL */
function storeDir(command: string): string {
  const { dataDir, databaseUrl } = storeSettingsFrom(process.env);
  if (databaseUrl !== null)
    throw new UsageError(
      `platen store ${command} is for the store in PLATEN_DATA_DIR; the one of PLATEN_DATABASE_URL is copied by pg_dump and pg_restore`,
    );
  return dataDir;
}

async function copy(from: string, to: string, say: Say): Promise<void> {
  const isOnDisk = (process.env["PLATEN_OBJECT_STORE"]?.trim() ?? "") === "";
  const { copyStore } = await import("../../store/copy.js");
  const made = await refusing(() => copyStore(from, to, isOnDisk));
  await say(made, [...linesOf(made.tables), isOnDisk ? `${made.artifacts} artifacts` : "artifacts stay in PLATEN_OBJECT_STORE"]);
}

const linesOf = (tables: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(tables).map(([name, rows]) => `${name}  ${rows} ${rows === 1 ? "row" : "rows"}`);

async function refusing<T>(work: () => Promise<T> | T): Promise<T> {
  const { CopyRefused } = await import("../../store/copy.js");
  try {
    return await work();
  } catch (e) {
    if (e instanceof CopyRefused) throw new FileError(e.message);
    if (e instanceof DatabaseError) throw new FileError(`the store cannot be copied: ${e.message}`);
    if (lacksServer(e)) throw new FileError(`PostgreSQL needs the package platen-server: ${INSTALL_SERVER}`);
    throw e;
  }
}

// Program of the process that has the keys of a command which renders (SG-8).
import { SettingError } from "../../core/epoch.js";
import { openSigners } from "./open.js";
import type { DeskMessage, DeskRequest } from "./own-process.js";

const tell = (message: DeskMessage): void => void process.send!(message);

process.on("disconnect", () => process.exit(0));
// a terminal signals all processes: the parent decides
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

const given = await new Promise<Extract<DeskRequest, { readonly file: string }>>((resolve) => process.once("message", resolve));
try {
  const desk = openSigners({ ...given, hasOwners: false, allowed: null, warn: (warning) => tell({ warning }) });
  process.on("message", ({ id, question }: Extract<DeskRequest, { readonly id: number }>) => {
    void desk.reply(null, question).then(
      (answer) => tell({ id, answer }),
      () => tell({ id, answer: null }),
    );
  });
  tell({ offered: desk.offered(null) });
} catch (e) {
  if (!(e instanceof SettingError)) throw e;
  tell({ refused: e.message });
}

// Signers in a process beside one that renders: a dump of the latter has no key (SG-8).
import { fork } from "node:child_process";
import type { OfferedSigner } from "../../../compiler/request/signatures.js";
import { SettingError } from "../../core/epoch.js";
import { processModule } from "../../core/package.js";
import { asking } from "./later.js";
import type { Ask } from "./questions.js";

/** The file first, then questions. */
export type DeskRequest = { readonly file: string; readonly setting: string } | { readonly id: number; readonly question: Uint8Array };

export type DeskMessage =
  | { readonly warning: string }
  | { readonly refused: string }
  | { readonly offered: readonly OfferedSigner[] }
  | { readonly id: number; readonly answer: Uint8Array | null };

interface SignersApart {
  readonly offered: readonly OfferedSigner[];
  readonly ask: Ask;
}

/** The process ends with this one, and does not keep it alive. @throws SettingError */
export async function signersApart(file: string, setting: string, warn: (line: string) => void): Promise<SignersApart> {
  const child = fork(processModule("signers", "signatures/signers/process.js"), [], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, (answer: Uint8Array | null) => void>();
  let next = 0;
  const ask = asking(
    (question) =>
      new Promise((resolve) => {
        waiting.set(next, resolve);
        child.ref();
        child.channel?.ref();
        child.send({ id: next++, question } satisfies DeskRequest);
      }),
  );
  const offered = await new Promise<readonly OfferedSigner[]>((resolve, reject) => {
    child.on("message", (message: DeskMessage) => {
      if ("warning" in message) warn(message.warning);
      else if ("refused" in message) reject(new SettingError(message.refused));
      else if ("offered" in message) resolve(message.offered);
      else {
        waiting.get(message.id)?.(message.answer);
        waiting.delete(message.id);
        if (waiting.size === 0) rest();
      }
    });
    child.on("exit", () => {
      for (const end of waiting.values()) end(null);
      waiting.clear();
      reject(new Error("the process of the signers has ended"));
    });
    child.send({ file, setting } satisfies DeskRequest);
  });
  const rest = (): void => {
    child.unref();
    child.channel?.unref();
  };
  rest();
  return { offered, ask };
}

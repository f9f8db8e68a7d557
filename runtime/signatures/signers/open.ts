// The signers of a program, read from the file that its operator names (SG-26).
import type { Cidr } from "../../core/addresses.js";
import { postJson } from "../csc/post.js";
import { nodeNetwork } from "../network/node-network.js";
import { configuredNetwork, publicNetwork } from "../network/service.js";
import { SignerDesk } from "./desk.js";
import { readSigners } from "./file.js";

interface FileOfSigners {
  readonly file: string;
  /** named in refusals: a variable or an option */
  readonly setting: string;
  /** of a service, whose signers have owners */
  readonly hasOwners: boolean;
  /** ranges in addition to public addresses; null: a command goes where certificates say */
  readonly allowed: readonly Cidr[] | null;
  /** receives a line of text */
  readonly warn: (line: string) => void;
}

/** @throws SettingError with one line */
export function openSigners({ file, setting, hasOwners, allowed, warn }: FileOfSigners): SignerDesk {
  const { signers, warnings } = readSigners(file, setting, hasOwners);
  const desk = new SignerDesk(signers, setting, {
    configured: configuredNetwork,
    named: allowed ? publicNetwork(allowed) : nodeNetwork,
    post: postJson,
  });
  warnings.forEach(warn);
  return desk;
}

/** Reads the file anew; after an error the signers stay as they were. @throws SettingError */
export function reopenSigners(desk: SignerDesk, { file, setting, hasOwners, warn }: Omit<FileOfSigners, "allowed">): void {
  const { signers, warnings } = readSigners(file, setting, hasOwners);
  desk.replace(signers, setting);
  warnings.forEach(warn);
}

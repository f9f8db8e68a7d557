// The operator's file of signers (SG-26).
import { parsedJson } from "../../../base/json.js";
import type { CscAccess, Digest, KeyFiles, Signer } from "../core/given.js";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { messageOf } from "../../../base/error.js";
import { SIGNATURE_LEVELS, rankOf, signatureLevelOf, type SignatureLevel } from "../../../compiler/request/signatures.js";
import { SettingError } from "../../core/epoch.js";
import type { Tsa } from "../core/options.js";
import { Fields } from "./fields.js";

/** A signer with the contents of its files. */
export interface SignerEntry {
  readonly name: string;
  readonly from: { readonly key: KeyFiles } | { readonly csc: CscAccess } | { readonly hook: Signer };
  readonly tsa: Tsa | null;
  readonly level: SignatureLevel;
  readonly digest?: Digest;
  readonly pss: boolean;
  readonly trust: readonly Uint8Array[];
  readonly revocation: readonly Uint8Array[];
  readonly owners: readonly string[] | "*";
}

interface ReadSigners {
  readonly signers: readonly SignerEntry[];
  /** one line each */
  readonly warnings: readonly string[];
}

const NAME = /^[a-z][a-z0-9_-]{0,63}$/;
const DIGESTS = ["sha256", "sha384", "sha512"] as const;
const READABLE_BY_ALL = 0o004;

/**
 * @param setting named in a refusal
 * @param needsOwners owners are required, as a service has several
 * @throws SettingError
 */
export function readSigners(file: string, setting: string, needsOwners: boolean): ReadSigners {
  const warnings: string[] = [];
  const folder = path.dirname(file);
  const bytes = (name: string, place: string): Uint8Array => {
    try {
      return new Uint8Array(readFileSync(path.resolve(folder, name)));
    } catch (e) {
      const why = e instanceof Error && "code" in e ? String(e.code) : messageOf(e);
      throw new SettingError(`${setting}: ${place}: the file ${JSON.stringify(name)} cannot be read (${why})`);
    }
  };
  const secret = (name: string, place: string): Uint8Array => {
    const found = bytes(name, place);
    if ((statSync(path.resolve(folder, name)).mode & READABLE_BY_ALL) !== 0)
      warnings.push(`${setting}: ${place}: everyone on this machine can read ${JSON.stringify(name)}`);
    return found;
  };
  const line = (name: string, place: string): string => new TextDecoder().decode(secret(name, place)).split(/\r?\n/, 1)[0]!;
  const root = new Fields(jsonOf(bytes(path.basename(file), "the file of signers"), setting), "", setting, ["signers"]);
  const signers = Object.entries(root.object("signers")).map(([name, value]): SignerEntry => {
    const place = `signers.${name.slice(0, 70)}`;
    if (!NAME.test(name)) throw new SettingError(`${setting}: ${place}: a name has 1 to 64 of a-z, 0-9, _ and -, and begins with a letter`);
    const fields = new Fields(value, place, setting, SIGNER);
    const key = fields.part("key", ["pkcs12", "pem", "cert", "password_file"]);
    const csc = fields.part("csc", CSC);
    if ((key === null) === (csc === null)) throw fields.fault("key", "one of key and csc is required");
    const time = fields.part("tsa", ["url", "auth_file"]);
    const read = { line, secret, bytes };
    const tsa = time && { url: time.address("url"), ...access(time, line) };
    const pss = fields.flag("pss");
    const digest = fields.oneOf("digest", DIGESTS);
    return {
      name,
      from: key ? { key: keyOf(key, read) } : { csc: cscOf(csc!, line) },
      tsa,
      level: levelOf(fields, tsa !== null),
      ...(digest && { digest }),
      pss,
      trust: fields.texts("trust").map((each) => bytes(each, `${place}.trust`)),
      revocation: fields.texts("revocation").map((each) => bytes(each, `${place}.revocation`)),
      owners: ownersOf(fields, needsOwners),
    };
  });
  return { signers, warnings };
}

const SIGNER = ["key", "csc", "tsa", "level", "digest", "pss", "trust", "revocation", "owners"];
const CSC = ["url", "credential_id", "client_id", "client_secret_file", "token_file", "pin_file", "otp_file"];

function jsonOf(bytes: Uint8Array, setting: string): unknown {
  try {
    return parsedJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (e) {
    // its message may have the text
    throw new SettingError(`${setting}: the file of signers is not JSON`, { cause: e });
  }
}

type Line = (name: string, place: string) => string;

interface Reading {
  readonly line: Line;
  readonly secret: (name: string, place: string) => Uint8Array;
  readonly bytes: (name: string, place: string) => Uint8Array;
}

function keyOf(key: Fields, { line, secret, bytes }: Reading): KeyFiles {
  const pkcs12 = key.text("pkcs12");
  const pem = key.text("pem");
  if ((pkcs12 === undefined) === (pem === undefined)) throw key.fault("pkcs12", "one of pkcs12 and pem is required");
  const certificates = key.texts("cert").map((name) => bytes(name, key.at("cert")));
  const file = key.text("password_file");
  const password = file === undefined ? {} : { password: line(file, key.at("password_file")) };
  if (pkcs12 !== undefined) return { pkcs12: secret(pkcs12, key.at("pkcs12")), certificates, ...password };
  return { key: secret(pem!, key.at("pem")), certificates, ...password };
}

function cscOf(csc: Fields, line: Line): CscAccess {
  const id = csc.text("client_id");
  const secretFile = csc.text("client_secret_file");
  const tokenFile = csc.text("token_file");
  const [pinFile, otpFile] = [csc.text("pin_file"), csc.text("otp_file")];
  if ((id === undefined) !== (secretFile === undefined)) throw csc.fault("client_id", "client_id and client_secret_file belong together");
  if (id !== undefined && tokenFile !== undefined) throw csc.fault("token_file", "a token and a client exclude each other");
  return {
    url: csc.address("url"),
    credentialId: csc.needed("credential_id"),
    ...(id !== undefined && { client: { id, secret: line(secretFile!, csc.at("client_secret_file")) } }),
    ...(tokenFile !== undefined && { token: line(tokenFile, csc.at("token_file")) }),
    ...(pinFile !== undefined && { pin: line(pinFile, csc.at("pin_file")) }),
    ...(otpFile !== undefined && { otp: line(otpFile, csc.at("otp_file")) }),
  };
}

function access(tsa: Fields, line: Line): { readonly access?: string } {
  const file = tsa.text("auth_file");
  return file === undefined ? {} : { access: line(file, tsa.at("auth_file")) };
}

function levelOf(fields: Fields, hasTsa: boolean): SignatureLevel {
  const word = fields.text("level");
  if (word === undefined) return hasTsa ? "b-t" : "b-b";
  const level = signatureLevelOf(word);
  if (level === undefined) throw fields.fault("level", `must be ${SIGNATURE_LEVELS.join(", ")}`);
  if (!hasTsa && rankOf(level) > 0) throw fields.fault("level", `${level} needs a time stamp authority: give tsa`);
  return level;
}

function ownersOf(fields: Fields, isNeeded: boolean): SignerEntry["owners"] {
  const owners = fields.textsOr("owners", "*");
  if (owners === undefined && isNeeded) throw fields.fault("owners", 'it is missing: a service needs a list of owners, or "*" for all');
  return owners ?? "*";
}

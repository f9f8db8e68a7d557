// The signers of a process that renders nothing: the only place of keys and of access to services (SG-8).
import type { Digest, Scheme } from "../core/given.js";
import { RenderError } from "../../../compiler/core/fail.js";
import type { OfferedSigner, SignatureLevel } from "../../../compiler/request/signatures.js";
import { SettingError } from "../../core/epoch.js";
import { CscClient } from "../csc/client.js";
import { CscFault } from "../csc/fault.js";
import type { Post } from "../csc/post.js";
import { KeyFault } from "../keys/password.js";
import { NetworkFault, type Network } from "../core/network.js";
import { openHook, openKeyFiles, type OpenSigner } from "../signer.js";
import type { SignerEntry } from "./file.js";
import { packed, questionOf, type Answer, type DescribedSigner, type Question } from "./questions.js";

/** End of a signature, for logs and figures. */
export interface EndedSignature {
  readonly owner: string;
  readonly signer: string;
  readonly level: SignatureLevel;
  readonly result: "made" | "failed";
}

interface DeskOptions {
  /** to the addresses of authorities that the operator configured */
  readonly configured: Network;
  /** to the addresses that certificates name */
  readonly named: Network;
  readonly post: Post;
}

/** A key that signs, here or elsewhere. */
interface Key {
  readonly certificates: readonly Uint8Array[];
  readonly scheme: Scheme;
  readonly digest: Digest | undefined;
  sign(data: Uint8Array, digest: Digest): Promise<Uint8Array>;
}

interface DeskSigner {
  readonly entry: SignerEntry;
  /** of a remote signer, when it is first used */
  readonly key: () => Promise<Key>;
}

const OF_LATER = { fault: "the signer is not there any more", code: "API-505", isPassing: false } as const;

/** Answers questions about signers, each for its owners only. */
export class SignerDesk {
  readonly #options: DeskOptions;
  #signers: ReadonlyMap<string, DeskSigner>;
  #onEnded: (ended: EndedSignature) => void = () => undefined;

  /** @param setting named in a refusal @throws SettingError for a key that cannot be opened */
  constructor(entries: readonly SignerEntry[], setting: string, options: DeskOptions) {
    this.#options = options;
    this.#signers = this.#opened(entries, setting);
  }

  /** Takes other signers in place of the present ones; those stay after an error. @throws SettingError */
  replace(entries: readonly SignerEntry[], setting: string): void {
    this.#signers = this.#opened(entries, setting);
  }

  /** Receives the end of each signature. */
  watch(onEnded: (ended: EndedSignature) => void): void {
    this.#onEnded = onEnded;
  }

  /** Signers that the requests of an owner may name. @param owner null: the only user of a program */
  offered(owner: string | null): readonly OfferedSigner[] {
    return [...this.#signers.values()].flatMap(({ entry: { name, level, tsa, owners } }) =>
      mayUse(owners, owner) ? [{ name, level, most: tsa ? "b-lta" : "b-b" }] : [],
    );
  }

  /** Failures are answers. @param owner as of `offered` */
  async answer(owner: string | null, question: Question): Promise<Answer> {
    const signer = this.#signers.get(question.signer);
    if (!signer || !mayUse(signer.entry.owners, owner)) return OF_LATER;
    try {
      return await this.#answered(owner ?? "", signer, question);
    } catch (e) {
      if (e instanceof NetworkFault) return { fault: e.message, code: null, isPassing: e.isPassing };
      if (e instanceof CscFault) return { fault: e.message, code: "API-505", isPassing: false };
      if (e instanceof RenderError && e.code === "API-002") return { fault: e.problem.reason, code: "API-002", isPassing: false };
      throw e;
    }
  }

  /** Answers as `answer` does, between processes. */
  async reply(owner: string | null, question: Uint8Array): Promise<Uint8Array> {
    return packed(await this.answer(owner, questionOf(question)));
  }

  async #answered(owner: string, { entry, key }: DeskSigner, question: Question): Promise<Answer> {
    switch (question.ask) {
      case "describe":
        return { signer: described(entry, await key()) };
      case "sign":
        return { bytes: await (await key()).sign(question.data, question.digest) };
      case "fetch": {
        const { request } = question;
        const isTsa = request.address === entry.tsa?.url;
        const { configured, named } = this.#options;
        return { bytes: await (isTsa ? configured({ ...request, access: entry.tsa?.access }) : named({ ...request, access: undefined })) };
      }
      case "ended":
        this.#onEnded({ owner, signer: entry.name, level: question.level, result: question.isMade ? "made" : "failed" });
        return { noted: true };
    }
  }

  #opened(entries: readonly SignerEntry[], setting: string): ReadonlyMap<string, DeskSigner> {
    return new Map(entries.map((entry) => [entry.name, { entry, key: this.#keyOf(entry, setting) }]));
  }

  #keyOf({ name, from, digest, pss }: SignerEntry, setting: string): () => Promise<Key> {
    if ("hook" in from) {
      const key = localKey(openHook(from.hook, { digest }));
      return () => Promise.resolve(key);
    }
    if ("csc" in from) {
      let opened: Promise<Key> | null = null;
      const open = (): Promise<Key> => CscClient.open(from.csc, pss, this.#options.post).then((client) => remoteKey(client, digest));
      // a failure is not cached: the service may answer later
      return () =>
        (opened ??= open().catch((e: unknown) => {
          opened = null;
          throw e;
        }));
    }
    try {
      const key = localKey(openKeyFiles(from.key, { digest, pss }));
      return () => Promise.resolve(key);
    } catch (e) {
      const reason = e instanceof KeyFault ? e.message : e instanceof RenderError ? e.problem.reason : null;
      if (reason === null) throw e;
      throw new SettingError(`${setting}: signers.${name}.key: ${reason}`);
    }
  }
}

const mayUse = (owners: SignerEntry["owners"], owner: string | null): boolean => owner === null || owners === "*" || owners.includes(owner);

const localKey = (open: OpenSigner): Key => ({
  certificates: open.known.map(({ raw }) => raw),
  scheme: open.scheme,
  digest: open.scheme === "ed25519" ? undefined : open.digest,
  sign: (data) => open.sign(data),
});

const remoteKey = (client: CscClient, digest: Digest | undefined): Key => ({
  certificates: client.certificates,
  scheme: client.scheme,
  digest,
  sign: (data, by) => client.sign(data, by),
});

function described({ tsa, trust, revocation }: SignerEntry, { certificates, scheme, digest }: Key): DescribedSigner {
  return { certificates, scheme, digest, tsa: tsa?.url ?? null, trust, revocation };
}

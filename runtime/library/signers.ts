// Signers of the library's calls, whose keys are opened once.
import type { GivenSigner } from "../signatures/core/given.js";
import type { Engine } from "../engine/engine.js";
import type { Signing } from "../engine/render-options.js";
import type { SignerDesk } from "../signatures/signers/desk.js";
import type { Ask } from "../signatures/signers/questions.js";
import { laterSigning } from "../signatures/signers/later.js";

type Signers = Readonly<Record<string, GivenSigner>>;

const desks = new WeakMap<Signers, Promise<SignerDesk>>();

/** @throws TypeError for a signer that cannot be used */
export function deskOf(signers: Signers): Promise<SignerDesk> {
  let desk = desks.get(signers);
  if (!desk) {
    desk = import("../signatures/signers/given.js").then(({ deskOfGiven }) => deskOfGiven(signers));
    desks.set(signers, desk);
  }
  return desk;
}

const asks = new WeakMap<SignerDesk, Ask>();

/** Signs with keys of this process. */
export async function signingOf(signers: Signers, engine: Engine): Promise<Signing> {
  const desk = await deskOf(signers);
  let ask = asks.get(desk);
  if (!ask) asks.set(desk, (ask = (question) => desk.answer(null, question)));
  return laterSigning(desk.offered(null), { ask, engine });
}

let pooled: ((engine: Engine) => Signing) | null = null;
/** Signs by the process that made the pool, until it is called with null. */
export const signFor = (signing: typeof pooled): void => void (pooled = signing);
export const pooledSigning = (engine: Engine): Signing | undefined => pooled?.(engine);

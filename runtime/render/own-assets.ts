// An asset's key to its bytes, as the service answers: a render process has no way to the store.
import { AssetFault } from "../../compiler/picture/fault.js";
import type { AssetAnswer } from "./worker-messages.js";

/** The assets of the owner whose request is being rendered; one question at a time. */
export class OwnAssets {
  #has = false;
  #waiting: ((answer: AssetAnswer["asset"]) => void) | null = null;

  constructor(readonly ask: (key: string) => void) {}

  /** @param has false: this request's owner has none */
  begin(has: boolean): void {
    this.#has = has;
    this.#waiting = null;
  }

  /** @throws AssetFault where it cannot be read */
  async get(key: string): Promise<Uint8Array | null> {
    if (!this.#has) return null;
    const answer = await new Promise<AssetAnswer["asset"]>((resolve) => {
      this.#waiting = resolve;
      this.ask(key);
    });
    if (answer === "unreadable") throw new AssetFault();
    return answer;
  }

  answered(answer: AssetAnswer["asset"]): void {
    const resolve = this.#waiting;
    this.#waiting = null;
    resolve?.(answer);
  }
}

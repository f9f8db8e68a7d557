import type { BrowserOptions, CallName } from "./options.js";

export interface Thread {
  readonly ready: Promise<void>;
  call(name: CallName, body: Uint8Array | object, options: BrowserOptions): Promise<unknown>;
  /** `reason`: error of the calls that are not answered */
  close(reason: () => Error): void;
}

// Requests to time stamp authorities, OCSP responders, and addresses in certificates (SG-20, SG-25).

/** A signature's time in all, milliseconds. */
export const MOST_TIME = 60_000;

/** A request of an authority. */
export interface AuthorityRequest {
  readonly address: string;
  /** absent: GET */
  readonly post?: { readonly type: string; readonly body: Uint8Array };
  /** user:password for basic access */
  readonly access?: string | undefined;
  readonly mostBytes: number;
  /** milliseconds of `Date.now()` at which the signature's time is used up */
  readonly until: number;
}

/** Answers with the body of a 200. @throws NetworkFault */
export type Network = (request: AuthorityRequest) => Promise<Uint8Array>;

/** No answer; the message names the host, never path, query or access. `isPassing`: another try may succeed. */
export class NetworkFault extends Error {
  constructor(
    message: string,
    readonly isPassing: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Name of the host for messages: path, query and access of an address may be secret. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return "an address that is not a URL";
  }
}

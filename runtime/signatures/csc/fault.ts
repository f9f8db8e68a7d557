/** A remote signer cannot be used; the message has neither path nor secret of the service. */
export class CscFault extends Error {}

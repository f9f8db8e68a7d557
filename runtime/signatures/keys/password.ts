/** A key file cannot be used; the message names the password where it may be at fault. */
export class KeyFault extends Error {}

export const wrongPassword = (password: string | undefined): KeyFault =>
  new KeyFault(password === undefined ? "the password is missing: the key is encrypted" : "the password is wrong, or the file is damaged");

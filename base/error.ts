/** Message of what was thrown, which may be any value. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** A thrown value, for rejections that are typed to take errors. It stays what it is: a caller may abort with any reason, and gets it back. */
export const errorOf = (thrown: unknown): Error => thrown as Error;

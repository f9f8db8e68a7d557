/** Quotes a caller's text for a message. */
export const shown = (text: string): string => JSON.stringify(text.slice(0, 100));

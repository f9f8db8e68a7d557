import { mustName, type Reason } from "../../help/reason.js";

const MOST = 8;

/** Lists names for a message: "a, b and 3 more". */
export const listed = (names: readonly string[]): string =>
  names.length > MOST ? `${names.slice(0, MOST - 1).join(", ")} and ${names.length - MOST + 1} more` : names.join(", ");

/** Writes the message of an unknown name. `what`: "dataset"; `where`: "of the request" */
export const unknownName = (found: string, what: string, where: string, names: readonly string[]): Reason =>
  mustName(`a ${what} ${where}`, names, found);

import type { Row, Statement } from "./database.js";
import type { FileIdentity } from "./sqlite-statements.js";

/** Start data of a database's thread. */
export interface ThreadData {
  readonly dir: string;
  /** of the file that an earlier thread opened */
  readonly identity: FileIdentity | null;
}

/** Message to the thread. */
export type Call =
  | {
      readonly id: number;
      readonly kind: "all" | "run" | "together";
      readonly statements: readonly Statement[];
      /** deadline by `clockMs` */
      readonly until: number;
    }
  | { readonly kind: "close" };

export type Result = readonly Row[] | number | boolean;

/** Message from the thread. `unusable`: reason of a DatabaseError; `faulty`: message of a faulty statement. */
export type Answer =
  | { readonly opened: FileIdentity }
  | { readonly unopened: string }
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly unusable: string }
  | { readonly id: number; readonly faulty: string };

// Owners' accounts to whether a render may run, and what it costs: a credit a page (decisions §3).
import { ServiceError, type PublicCode } from "../errors/errors.js";
import type { Database, Row, Statement } from "../store/database.js";
import type { AccountFile } from "./files.js";

/** What an account has, and has used. */
export interface AccountState extends AccountFile {
  readonly owner: string;
  /** pages taken from the credits in the period that is running */
  readonly used: number;
  /** pages that were ever rendered */
  readonly pages: number;
}

/** What `admit` tells of an account that may render. */
export interface Admitted {
  /** how much later the answer comes */
  readonly paceMs: number;
  /** pages that it can pay at the moment */
  readonly payable: number;
}

/** What a charge took. */
export interface Paid {
  readonly pages: number;
  /** pages of them that the wallet has paid */
  readonly wallet: number;
  /** whose credits the others are */
  readonly period: string;
}

/** What is said of those whom no account bounds. */
export const UNBOUNDED: Admitted = { paceMs: 0, payable: Infinity };
const NO_LIMIT: AccountFile = { subscription: "active" };

/**
 * The accounts. A charge is one statement, so that of two renders that finish at once the second one sees what the first one took; in a
 * new period the credits are whole again without anyone having to do it.
 */
export class Accounts {
  constructor(
    readonly db: Database,
    readonly now: () => number = Date.now,
  ) {}

  /** Replaces what an owner has; what was used in this period stays used. */
  async set(owner: string, file: AccountFile): Promise<void> {
    const { subscription, page_credits: credits, overage = false, wallet = 0, pace_ms = 0 } = file;
    await this.db.run(
      `INSERT INTO accounts (owner, subscription, credit_limit, period, overage, wallet, pace_ms, period_key, used, pages)
       VALUES (?, ?, ?, ?, ?, ?, ?, '', 0, 0)
       ON CONFLICT (owner) DO UPDATE SET subscription = excluded.subscription, credit_limit = excluded.credit_limit, period = excluded.period,
         overage = excluded.overage, wallet = excluded.wallet, pace_ms = excluded.pace_ms`,
      ...[owner, subscription, credits?.limit ?? null, credits?.period ?? null, overage ? 1 : 0, wallet, pace_ms],
    );
  }

  /** An owner without an account of its own is active without a limit. */
  async state(owner: string): Promise<AccountState> {
    const row = await this.#row(owner);
    if (!row) return { ...NO_LIMIT, owner, used: 0, pages: 0 };
    return {
      owner,
      subscription: row["subscription"] as AccountFile["subscription"],
      ...(row["credit_limit"] !== null && {
        page_credits: { limit: row["credit_limit"] as number, period: row["period"] as "day" | "month" },
      }),
      overage: row["overage"] === 1,
      wallet: row["wallet"] as number,
      pace_ms: row["pace_ms"] as number,
      used: this.#used(row),
      pages: row["pages"] as number,
    };
  }

  /**
   * Before a render, which costs a page at least.
   * @throws ServiceError API-201 to API-204
   */
  async admit(owner: string): Promise<Admitted> {
    const row = await this.#row(owner);
    if (!row) return UNBOUNDED;
    const refused = this.#refusal(row, 1);
    if (refused) throw refused;
    const limit = row["credit_limit"] as number | null;
    const left = limit === null ? Infinity : Math.max(0, limit - this.#used(row));
    return { paceMs: row["pace_ms"] as number, payable: row["overage"] === 1 ? left + (row["wallet"] as number) : left };
  }

  /** What is said to a render that has come to more pages than `admit` has said could be paid. */
  async overdrawn(owner: string, payable: number): Promise<ServiceError> {
    const row = await this.#row(owner);
    const refused = row && this.#refusal(row, payable + 1, `more than ${plural(payable, "page credit")}`);
    return refused ?? new ServiceError("API-203", `the render needs more than ${plural(payable, "page credit")}`);
  }

  /**
   * For an answer that is about to be sent: all of its pages, or none.
   * @returns what to give back if it is not; null for an owner who pays nothing
   * @throws ServiceError API-201 to API-204
   */
  async charge(owner: string, pages: number): Promise<Paid | null> {
    const payment = await this.payment(owner, pages);
    if (!payment) return null;
    const [row] = await this.db.all(`${payment.sql} RETURNING last_wallet, period_key`, ...payment.values);
    if (!row) throw await this.refusal(owner, pages);
    return { pages, wallet: row["last_wallet"] as number, period: row["period_key"] as string };
  }

  /** Gives back what an answer was charged that was not sent. */
  async giveBack(owner: string, paid: Paid): Promise<void> {
    const { sql, values } = this.repayment(owner, paid);
    await this.db.run(sql, ...values);
  }

  /**
   * The charge as a statement, for what is to happen together with it; it changes nothing where the account cannot pay. What of the pages the
   * wallet has paid is `last_wallet` until the next charge. @returns null for an owner who pays nothing
   */
  async payment(owner: string, pages: number): Promise<Statement | null> {
    const row = await this.#row(owner);
    if (!row) return null;
    const key = this.#periodOf(row);
    // what of the pages the credits pay, and what is left for the wallet
    const used = "(CASE WHEN period_key = ? THEN used ELSE 0 END)";
    const left = `(CASE WHEN credit_limit IS NULL THEN ? WHEN credit_limit > ${used} THEN credit_limit - ${used} ELSE 0 END)`;
    const fromCredits = `(CASE WHEN ${left} < ? THEN ${left} ELSE ? END)`;
    const leftValues = [pages, key, key];
    const creditValues = [...leftValues, pages, ...leftValues, pages];
    return {
      sql: `UPDATE accounts SET used = ${used} + ${fromCredits}, wallet = wallet - (? - ${fromCredits}), last_wallet = ? - ${fromCredits}, period_key = ?, pages = pages + ?
       WHERE owner = ? AND subscription = 'active' AND (${left} >= ? OR (overage = 1 AND wallet >= ? - ${left}))`,
      values: [
        ...[key, ...creditValues, pages, ...creditValues, pages, ...creditValues, key, pages],
        ...[owner, ...leftValues, pages, pages, ...leftValues],
      ],
    };
  }

  /** Why an account cannot pay. */
  async refusal(owner: string, pages: number): Promise<ServiceError> {
    const row = await this.#row(owner);
    return (row && this.#refusal(row, pages)) ?? new ServiceError("API-203", "the page credits are used up");
  }

  /** Gives back what was paid, credits only while their period runs; a statement, as the charge is. */
  repayment(owner: string, { pages, wallet, period }: Paid): Statement {
    const credits = pages - wallet;
    return {
      sql: `UPDATE accounts SET used = CASE WHEN period_key <> ? THEN used WHEN used > ? THEN used - ? ELSE 0 END, wallet = wallet + ?,
         pages = CASE WHEN pages > ? THEN pages - ? ELSE 0 END WHERE owner = ?`,
      values: [period, credits, credits, wallet, pages, pages, owner],
    };
  }

  async #row(owner: string): Promise<Row | undefined> {
    return (await this.db.all("SELECT * FROM accounts WHERE owner = ?", owner))[0];
  }

  #refusal(row: Row, pages: number, needed = plural(pages, "page credit")): ServiceError | null {
    const refused = (code: PublicCode, message: string): ServiceError => new ServiceError(code, message);
    if (row["subscription"] === "none") return refused("API-201", "the account has no active subscription");
    if (row["subscription"] === "expired") return refused("API-202", "the account's subscription has expired");
    const limit = row["credit_limit"] as number | null;
    if (limit === null) return null;
    const left = Math.max(0, limit - this.#used(row));
    if (left >= pages) return null;
    const period = row["period"] as string;
    const taken = `the render needs ${needed}, of ${limit} a ${period} ${left} ${left === 1 ? "is" : "are"} left`;
    if (row["overage"] !== 1) return refused("API-203", taken);
    const wallet = row["wallet"] as number;
    if (wallet >= pages - left) return null;
    return refused("API-204", `${taken}, and the wallet has ${plural(wallet, "page")}`);
  }

  #used(row: Row): number {
    return row["period_key"] === this.#periodOf(row) ? (row["used"] as number) : 0;
  }

  /** The day or month that is running, by Coordinated Universal Time. */
  #periodOf(row: Row): string {
    const iso = new Date(this.now()).toISOString();
    return row["period"] === "month" ? iso.slice(0, 7) : iso.slice(0, 10);
  }
}

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;

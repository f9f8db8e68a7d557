// Admission and charging of renders, one credit per page (decisions §3).
import { randomUUID } from "node:crypto";
import { ServiceError, type PublicCode } from "../errors/errors.js";
import type { Database, Row, Statement, Value } from "../store/database.js";
import type { AccountFile } from "./files.js";
import { intOf, intOrNull, oneOf, textOf } from "../store/row.js";

const SUBSCRIPTIONS = ["active", "none", "expired"] as const;
const PERIODS = ["day", "month"] as const;

export interface AccountState extends AccountFile {
  readonly owner: string;
  /** pages charged to the credits of the current period */
  readonly used: number;
  readonly pages: number;
}

export interface Admitted {
  readonly paceMs: number;
  readonly payable: number;
}

export interface Paid {
  readonly pages: number;
  /** pages charged to the wallet */
  readonly wallet: number;
  /** period of the credits for the other pages */
  readonly period: string;
}

export const UNBOUNDED: Admitted = { paceMs: 0, payable: Infinity };
const NO_LIMIT: AccountFile = { subscription: "active" };

/** A charge is one statement: concurrent ones are consistent. Credits reset implicitly with a new period. */
export class Accounts {
  constructor(
    readonly db: Database,
    readonly now: () => number = Date.now,
  ) {}

  /** Consumption of the period remains. */
  async set(owner: string, file: AccountFile): Promise<void> {
    await this.setIf(owner, file, () => undefined);
  }

  /**
   * Sets an account if what was set before may be replaced, in one step.
   * @param may receives its revision, null without an account; throws
   */
  async setIf(owner: string, file: AccountFile, may: (before: readonly Value[] | null) => void): Promise<void> {
    const { subscription, page_credits: credits, overage = false, wallet = 0, pace_ms = 0 } = file;
    const terms = [subscription, credits?.limit ?? null, credits?.period ?? null, overage ? 1 : 0, pace_ms, wallet, randomUUID()];
    for (;;) {
      const before = await this.revision(owner);
      may(before);
      const changed = before
        ? await this.db.run(
            `UPDATE accounts SET subscription = ?, credit_limit = ?, period = ?, overage = ?, pace_ms = ?, wallet = ?, revision = ?
             WHERE owner = ? AND subscription = ? AND COALESCE(credit_limit, -1) = ? AND COALESCE(period, '') = ? AND overage = ?
               AND pace_ms = ? AND revision = ?`,
            ...[...terms, owner, before[0]!, before[1] ?? -1, before[2] ?? "", ...before.slice(3)],
          )
        : await this.db.run(
            `INSERT INTO accounts (subscription, credit_limit, period, overage, pace_ms, wallet, revision, owner, period_key, used, pages)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', 0, 0) ON CONFLICT DO NOTHING`,
            ...[...terms, owner],
          );
      if (changed > 0) return;
    }
  }

  /** Changes with `set`, not by use; null without an account. */
  async revision(owner: string): Promise<readonly Value[] | null> {
    const row = await this.#row(owner);
    return row ? REVISION.map((column) => row[column]!) : null;
  }

  /** Owners with a set account, after one of an earlier page. */
  async owners(after: string | null, count: number): Promise<readonly string[]> {
    const { byCodePoint } = this.db;
    const rows = await this.db.all(
      `SELECT owner FROM accounts WHERE (? = 1 OR owner ${byCodePoint} > ?) ORDER BY owner ${byCodePoint} LIMIT ?`,
      ...[after === null ? 1 : 0, after ?? "", count],
    );
    return rows.map((row) => textOf(row, "owner"));
  }

  /** Returns the state of an owner; without an account it is active and unlimited. */
  async state(owner: string): Promise<AccountState> {
    const row = await this.#row(owner);
    if (!row) return { ...NO_LIMIT, owner, used: 0, pages: 0 };
    return {
      owner,
      subscription: oneOf(row, "subscription", SUBSCRIPTIONS),
      ...(row["credit_limit"] !== null && {
        page_credits: { limit: intOf(row, "credit_limit"), period: oneOf(row, "period", PERIODS) },
      }),
      overage: row["overage"] === 1,
      wallet: intOf(row, "wallet"),
      pace_ms: intOf(row, "pace_ms"),
      used: this.#used(row),
      pages: intOf(row, "pages"),
    };
  }

  /**
   * A render costs at least one page.
   * @throws ServiceError API-201 to API-204
   */
  async admit(owner: string): Promise<Admitted> {
    const row = await this.#row(owner);
    if (!row) return UNBOUNDED;
    const refused = this.#refusal(row, 1);
    if (refused) throw refused;
    const limit = intOrNull(row, "credit_limit");
    const left = limit === null ? Infinity : Math.max(0, limit - this.#used(row));
    return { paceMs: intOf(row, "pace_ms"), payable: row["overage"] === 1 ? left + intOf(row, "wallet") : left };
  }

  async overdrawn(owner: string, payable: number): Promise<ServiceError> {
    const row = await this.#row(owner);
    const refused = row && this.#refusal(row, payable + 1, `more than ${plural(payable, "page credit")}`);
    return refused ?? new ServiceError("API-203", `the render needs more than ${plural(payable, "page credit")}`);
  }

  /**
   * All pages or none, before the answer is sent.
   * @returns refund data; null without charge
   * @throws ServiceError API-201 to API-204
   */
  async charge(owner: string, pages: number): Promise<Paid | null> {
    const payment = await this.payment(owner, pages);
    if (!payment) return null;
    const [row] = await this.db.all(`${payment.sql} RETURNING last_wallet, period_key`, ...payment.values);
    if (!row) throw await this.refusal(owner, pages);
    return { pages, wallet: intOf(row, "last_wallet"), period: textOf(row, "period_key") };
  }

  async giveBack(owner: string, paid: Paid): Promise<void> {
    const { sql, values } = this.repayment(owner, paid);
    await this.db.run(sql, ...values);
  }

  /**
   * Charge for a transaction; changes nothing if the account cannot pay. The wallet's share is `last_wallet` until the next charge.
   * @returns null without charge
   */
  async payment(owner: string, pages: number): Promise<Statement | null> {
    const row = await this.#row(owner);
    if (!row) return null;
    const key = this.#periodOf(row);
    // of the period; the rest is the wallet's
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

  async refusal(owner: string, pages: number): Promise<ServiceError> {
    const row = await this.#row(owner);
    return (row && this.#refusal(row, pages)) ?? new ServiceError("API-203", "the page credits are used up");
  }

  /** Credits are refunded only within their period. */
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
    const limit = intOrNull(row, "credit_limit");
    if (limit === null) return null;
    const left = Math.max(0, limit - this.#used(row));
    if (left >= pages) return null;
    const period = textOf(row, "period");
    const taken = `the render needs ${needed}, of ${limit} a ${period} ${left} ${left === 1 ? "is" : "are"} left`;
    if (row["overage"] !== 1) return refused("API-203", taken);
    const wallet = intOf(row, "wallet");
    if (wallet >= pages - left) return null;
    return refused("API-204", `${taken}, and the wallet has ${plural(wallet, "page")}`);
  }

  #used(row: Row): number {
    return row["period_key"] === this.#periodOf(row) ? intOf(row, "used") : 0;
  }

  /** Current period, UTC. */
  #periodOf(row: Row): string {
    const iso = new Date(this.now()).toISOString();
    return row["period"] === "month" ? iso.slice(0, 7) : iso.slice(0, 10);
  }
}

/** the wallet changes by use */
const REVISION = ["subscription", "credit_limit", "period", "overage", "pace_ms", "revision"] as const;

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;

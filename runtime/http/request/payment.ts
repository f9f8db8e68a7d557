// Costs of renders: the account is asked before a body is read, and charged before the answer is sent.
import type { FastifyRequest } from "platen-server/fastify";
import { UNBOUNDED, type Accounts } from "../../accounts/accounts.js";
import { ServiceError } from "../../errors/errors.js";
import { callerOf, type Admission, type Authenticated } from "./context.js";
import { giving, type GiveBack } from "./refund.js";

/** @param isDeferred the account's refusal comes after the search for the job of an earlier request */
export async function admission(accounts: Accounts, { owner, unlimited }: Authenticated, isDeferred: boolean): Promise<Admission> {
  if (unlimited) return { ...UNBOUNDED, refusal: null };
  try {
    return { ...(await accounts.admit(owner)), refusal: null };
  } catch (refusal) {
    if (isDeferred && refusal instanceof ServiceError && refusal.status < 500) return { ...UNBOUNDED, refusal };
    throw refusal;
  }
}

/** Charges the caller for pages. @returns what gives the credits back; null for a caller without bounds */
export async function charge(req: FastifyRequest, accounts: Accounts, pages: number): Promise<GiveBack | null> {
  const { owner, unlimited } = callerOf(req);
  const paid = unlimited ? null : await accounts.charge(owner, pages);
  return paid && giving(req.log, owner, () => accounts.giveBack(owner, paid));
}

// The part of the input that a run has (BK-9, BK-10).
import { wrong } from "./end.js";

const MOST_SHARDS = 100_000;

export interface Shard {
  /** from 0 */
  readonly index: number;
  readonly count: number;
}

/** `I/N`. @throws RunEnd 2 */
export function shardOf(text: string, of = "--shard"): Shard {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (index === undefined || shard.count < 1 || shard.count > MOST_SHARDS || shard.index >= shard.count)
    throw wrong(`${of}: must be I/N, with I from 0 to N - 1 and N up to 100000; found ${JSON.stringify(text)}`);
  return shard;
}

/** Shard that an Indexed Job gives its process; null: neither variable is set. @throws RunEnd 2 */
export function shardFrom(env: NodeJS.ProcessEnv): Shard | null {
  const index = env["JOB_COMPLETION_INDEX"]?.trim() ?? "";
  if (index === "") return null;
  const count = env["JOB_COMPLETIONS"]?.trim() ?? "";
  if (count === "") throw wrong("JOB_COMPLETION_INDEX is set, but not JOB_COMPLETIONS, the number of shards");
  return shardOf(`${index}/${count}`, "JOB_COMPLETION_INDEX/JOB_COMPLETIONS");
}

/** `00003-of-00010` */
export const shardName = ({ index, count }: Shard): string => `${String(index).padStart(5, "0")}-of-${String(count).padStart(5, "0")}`;

/** Bytes of the shard, from `begin` to before `end`, of all sources laid end to end. Exact for any size. */
export function boundsOf({ index, count }: Shard, total: number): { readonly begin: number; readonly end: number } {
  const at = (i: number): number => Number((BigInt(total) * BigInt(i)) / BigInt(count));
  return { begin: at(index), end: at(index + 1) };
}

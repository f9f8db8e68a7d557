import type { AbsentFamily, FamilyInfo } from "./world.js";

/** Removes case, spaces and hyphens (decisions §1, Family names). */
export const normalName = (name: string): string => name.toLowerCase().replace(/[\s-]/g, "");

export function namesOf(families: readonly FamilyInfo[]): string {
  const names = [...new Set(families.map((f) => f.name))];
  const isHead = (name: string): boolean => !names.some((other) => name.startsWith(`${other} `));
  const out = new Map<string, string[]>(names.filter(isHead).map((name) => [name, []]));
  for (const name of names) for (const [head, tails] of out) if (name.startsWith(`${head} `)) tails.push(name.slice(head.length + 1));
  const listed = [...out].map(([head, tails]) => (tails.length === 0 ? head : `${head} (also ${tails.join(", ")})`));
  return listed.length === 0 ? "none" : listed.join(", ");
}

/** Names an uninstalled package that covers the character; "" if none does. */
export function absentHelp(absent: readonly AbsentFamily[], cp: number): string {
  const family = absent.find(({ coverage }) => coverage.some(([from, to]) => cp >= from && cp <= to));
  return family ? `${family.name} has it, of the package ${family.package}, which is not installed` : "";
}

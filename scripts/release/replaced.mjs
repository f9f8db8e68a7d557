/** Edits code of others: another version of it fails the build. */
export function replaced(text, pattern, by) {
  const result = text.replace(pattern, by);
  if (result === text) throw new Error(`${pattern} is not in what is bundled`);
  return result;
}

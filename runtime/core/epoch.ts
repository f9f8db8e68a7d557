/** Name, found and allowed value of a setting. In the library an impossible option. */
export class SettingError extends TypeError {}

/** The end of 9999: dates of a PDF have four digits for the year. */
export const LAST_SECOND = 253_402_300_799;

/**
 * Seconds of `SOURCE_DATE_EPOCH`; null if absent or empty.
 * @throws SettingError
 */
export function epochFrom(env: NodeJS.ProcessEnv): number | null {
  const given = env["SOURCE_DATE_EPOCH"]?.trim() ?? "";
  if (given === "") return null;
  const seconds = /^\d{1,12}$/.test(given) ? Number(given) : NaN;
  if (!(seconds <= LAST_SECOND))
    throw new SettingError(`SOURCE_DATE_EPOCH: must be a whole number from 0 to ${LAST_SECOND}; found ${JSON.stringify(given)}`);
  return seconds;
}

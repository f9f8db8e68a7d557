// Parts next to each other stay on one page: long ones follow each other.
const MM = 25.4 / 72;
/** Mean advance in em; twice as wide letters still leave a part on its page. */
const ADVANCE = 0.6;
/** mm of a page of A4 */
const LONG = 140;

/** mm, estimated. @param width mm @param size points */
export const heightOf = (text: string, width: number, size: number, lineHeight: number): number => {
  const letters = Math.max(1, Math.floor(width / (size * ADVANCE * MM)));
  const lines = text.split("\n").reduce((n, line) => n + Math.max(1, Math.ceil(line.length / letters)), 0);
  return lines * size * lineHeight * MM;
};

export const isLong = (height: number): boolean => height > LONG;

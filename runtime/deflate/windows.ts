// Windows of deflated streams as base-2 logarithms. Each is that of streams of one kind.

/** Objects in rows of few numbers (`backends/pdf/syntax/object-form.ts`): the fast search of a low level finds the rows above. */
const ROWS = 14;
const LEVEL_OF_ROWS = 3;

/** Content is one part up to a length: each of several parts costs a state of zlib. */
const CONTENT = 13;
const LONGEST_CONTENT = 60 << 10;
/** Objects that resemble their neighbours shrink to a tenth and less: their streams are always one part. */
const OBJECTS = 12;

/** Greatest length of a stream that is deflated in one part, if it is longer than a part. */
export const longestWhole = (window: number): number =>
  window === ROWS || window <= OBJECTS ? Infinity : window === CONTENT ? LONGEST_CONTENT : 0;

/** `level`: that of most streams */
export const levelOf = (window: number, level: number): number => (window === ROWS ? Math.min(level, LEVEL_OF_ROWS) : level);

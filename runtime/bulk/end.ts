/** End of a run before its work is done: the exit code tells an engine what to do (BK-25). */
export class RunEnd extends Error {
  constructor(
    /** 2: wrong from the start; 3: ended by the data; 75: the environment, try again; 141: the reader is gone */
    readonly exitCode: 2 | 3 | 75 | 141,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const wrong = (message: string): RunEnd => new RunEnd(2, message);

/** Fault of an input that cannot be read on, with its place; what came before it remains. */
export class InputFault extends Error {
  constructor(
    readonly source: number,
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

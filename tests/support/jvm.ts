/** Options of a Java process for a number of questions: for few, start and compilation dominate; for hundreds, full compilation pays. */
export const jvm = (questions: number): readonly string[] => ["-XX:+UseSerialGC", ...(questions < 200 ? ["-XX:TieredStopAtLevel=1"] : [])];

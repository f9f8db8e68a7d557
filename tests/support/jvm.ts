/** Java options: for few questions start and compilation dominate, for hundreds full compilation pays. */
export const jvm = (questions: number): readonly string[] => ["-XX:+UseSerialGC", ...(questions < 200 ? ["-XX:TieredStopAtLevel=1"] : [])];

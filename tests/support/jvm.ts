/**
 * Options of a Java process that answers so many questions: for few, starting and compiling take most of its time. What answers hundreds is worth
 * compiling well.
 */
export const jvm = (questions: number): readonly string[] => ["-XX:+UseSerialGC", ...(questions < 200 ? ["-XX:TieredStopAtLevel=1"] : [])];

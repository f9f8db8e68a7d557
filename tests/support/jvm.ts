/** full compilation pays off only from thousands of questions */
export const jvm = (questions: number): readonly string[] => ["-XX:+UseSerialGC", ...(questions < 3000 ? ["-XX:TieredStopAtLevel=1"] : [])];

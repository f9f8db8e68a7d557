/** Java options: up to thousands of questions, start and full compilation take more than they save. */
export const jvm = (questions: number): readonly string[] => ["-XX:+UseSerialGC", ...(questions < 3000 ? ["-XX:TieredStopAtLevel=1"] : [])];

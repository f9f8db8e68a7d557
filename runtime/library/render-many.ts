import { checkOptions, type ManyOptions } from "./options.js";
import { createPool } from "./pool.js";
import { IN_TURN, many, type ManyResult, type Records } from "./records.js";

/**
 * Renders each record of an input through a template to a PDF of its own, in the order of the input, which is read as results are taken. A
 * record that is refused is a result too. With `workers`, processes render, and end with the iteration; without, the calling thread does.
 * @param template its source, as an object or the bytes of its JSON; or the name of a built-in one
 */
export async function* renderMany(
  template: object | string,
  records: Records,
  options: ManyOptions = {},
): AsyncGenerator<ManyResult, void> {
  checkOptions("renderMany", options);
  const { workers = 0, ...others } = options;
  if (workers === 0) return yield* many(template, records, others, IN_TURN);
  const pool = createPool({ workers });
  try {
    yield* pool.renderMany(template, records, others);
  } finally {
    await pool.close({ graceMs: 0 });
  }
}

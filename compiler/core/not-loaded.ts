// Thrown by a World whose resource is not in memory yet: the caller awaits `load` and compiles again. Worlds that read files never throw
// it.

export class NotLoaded extends Error {
  constructor(
    name: string,
    readonly load: () => Promise<void>,
  ) {
    super(`${name} is not loaded`);
  }
}

/**
 * Repeats work until its resources are loaded.
 * @param restart called before each repetition
 * @throws errors of the work, and of `load`
 */
export async function loaded<T>(work: () => Promise<T>, restart: () => void = () => undefined): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (e) {
      if (!(e instanceof NotLoaded)) throw e;
      await e.load();
      restart();
    }
  }
}

import { Session } from 'node:inspector/promises'

/**
 * How often parts of our own sources ran, as V8 counts them for coverage: the same on a fast machine and on a busy one. Sources must be
 * imported after {@link WorkDone.begin}, since what was compiled before is counted by functions alone.
 */
export class WorkDone {
  readonly #session = new Session()
  readonly #folders: readonly string[]

  /** @param folders parts of paths whose sources count */
  constructor(folders: readonly string[]) {
    this.#folders = folders
  }

  async begin(): Promise<void> {
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** The work that something takes. */
  async of(work: () => unknown): Promise<number> {
    await this.#session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url }) => this.#folders.some((folder) => url.includes(folder)))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0)
  }

  async end(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage')
    this.#session.disconnect()
  }
}

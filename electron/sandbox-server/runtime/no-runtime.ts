import { rm } from 'node:fs/promises'
import { type Box, type BoxPlan, type Runtime, RuntimeFailure, type RuntimeInfo } from './runtime.ts'

/** Stands where no backend works: the server still serves environments and its own description, and every start is answered with why. */
export class NoRuntime implements Runtime {
  readonly info: RuntimeInfo
  readonly keepsFolders = true
  readonly #reason: string

  constructor(reason: string) {
    this.#reason = reason
    // Nothing runs, so nothing runs unprotected.
    this.info = {
      name: 'none',
      isolated: true,
      version: '',
      abilities: [],
      networks: [],
      missing: [`No sandboxes: ${reason}.`],
    }
  }

  infoOf(): RuntimeInfo {
    return this.info
  }

  open(): Promise<Box> {
    return Promise.reject(this.#failure())
  }

  commit(): Promise<void> {
    return Promise.reject(this.#failure())
  }

  /** A sandbox of an earlier run, which had a backend. */
  async remove(plan: BoxPlan): Promise<void> {
    await rm(plan.folder, { recursive: true, force: true })
  }

  sweep(): Promise<number> {
    return Promise.resolve(0)
  }

  async dispose(): Promise<void> {
    // Nothing is held.
  }

  #failure(): RuntimeFailure {
    return new RuntimeFailure(this.#reason)
  }
}

import type { Exchange } from '#shared/environments/exchange.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import type { ResetResult, StepResult } from '#shared/gem/episode.ts'
import { type GemClient, isGone } from './gem-client.ts'

/** An environment's answer. */
export type Answer = (ResetResult & Partial<StepResult>) & { readonly exchange: Exchange }

export interface SandboxOptions {
  readonly client: Pick<GemClient, 'make' | 'reset' | 'step' | 'close'>
  tab(): EnvironmentTab
  keep(sandboxId: string | undefined): Promise<void>
}

/** The sandbox of a tab, created on demand, and the event that its environment is at. */
export class DrivenSandbox {
  readonly #options: SandboxOptions
  #standsAt: { readonly sandboxId: string; readonly episode: string; readonly event: number } | undefined

  constructor(options: SandboxOptions) {
    this.#options = options
  }

  /** Whether the environment's position is known. */
  get isKnown(): boolean {
    return this.#standsAt !== undefined
  }

  isAt(episode: string, event: number): boolean {
    const at = this.#standsAt
    return at?.episode === episode && at.event === event && at.sandboxId === this.#options.tab().sandboxId
  }

  /** Sets the environment's position. */
  stand(episode: string, event: number): void {
    const { sandboxId } = this.#options.tab()
    this.#standsAt = sandboxId === undefined ? undefined : { sandboxId, episode, event }
  }

  /** Marks the environment's position as unknown. */
  lose(): void {
    this.#standsAt = undefined
  }

  /** Resets the environment. A reset starts over, so a lost sandbox is simply replaced. */
  async reset(seed: number | null, signal: AbortSignal): Promise<Answer> {
    const reset = (): Promise<Answer> =>
      this.#use(
        (platform, sandboxId) => this.#options.client.reset(platform, sandboxId, seed, signal),
        signal,
      )
    return reset().catch((error: unknown) => {
      if (!isGone(error)) throw error
      return reset()
    })
  }

  step(action: string, signal: AbortSignal): Promise<Answer> {
    return this.#use(
      (platform, sandboxId) => this.#options.client.step(platform, sandboxId, action, signal),
      signal,
    )
  }

  async close(signal: AbortSignal): Promise<void> {
    const { sandboxId, platform } = this.#options.tab()
    if (sandboxId === undefined) return
    await this.#options.client.close(platform, sandboxId, signal).catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
    this.lose()
    await this.#options.keep(undefined)
  }

  /** Runs `act` in the sandbox, creating it if there is none. The position is unknown until the answer arrives. */
  async #use<T>(act: (platform: string, sandboxId: string) => Promise<T>, signal: AbortSignal): Promise<T> {
    this.lose()
    const { sandboxId: known, platform, envId } = this.#options.tab()
    const sandboxId = known ?? (await this.#options.client.make(platform, envId, signal))
    if (known === undefined) await this.#options.keep(sandboxId)
    try {
      return await act(platform, sandboxId)
    } catch (error) {
      // Forgotten, so that the next attempt creates a new one.
      if (isGone(error)) await this.#options.keep(undefined)
      throw error
    }
  }
}

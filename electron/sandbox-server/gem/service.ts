import { randomInt } from 'node:crypto'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import type { ResetResult, StepResult } from '#shared/gem/episode.ts'
import type { PluginProblem } from '#shared/gem/rest.ts'
import { isSeed, MAX_SEED } from '#shared/gem/seed.ts'
import type { Environment, EnvironmentDefinition } from './environment.ts'
import { GemError } from './gem-error.ts'
import type { GemHost } from './host.ts'
import type { PluginFolder } from './plugin-folder.ts'
import type { Registry } from './registry.ts'

interface GemServiceOptions {
  readonly registry: Registry
  readonly host: GemHost
  /** Plugin environments, which change with their files. */
  readonly plugins?: PluginFolder | undefined
}

interface Instance {
  readonly envId: string
  /** Its definition; a reset replaces it if the plugin's file was saved meanwhile. */
  definition: EnvironmentDefinition
  environment: Environment
  /** Tail of the queue of calls on this environment; never rejects. */
  tail: Promise<unknown>
}

/**
 * The GEM API without its transport: one environment per sandbox; calls on one environment are serialized, calls on
 * different ones run concurrently. An environment ends with `close`, or when its host reports the end of the sandbox.
 */
export class GemService {
  readonly #instances = new Map<string, Instance>()
  readonly #options: GemServiceOptions

  constructor(options: GemServiceOptions) {
    this.#options = options
    options.host.onClosed((sandboxId) => {
      // Not awaited, so an error of an environment's close cannot be reported.
      this.#release(sandboxId).catch(() => undefined)
    })
  }

  /** Number of open environments. */
  get size(): number {
    return this.#instances.size
  }

  /**
   * Creates an environment in a new sandbox and returns the sandbox's id. An unknown id opens no sandbox.
   * @param open opens the sandbox; default: the host
   * @throws GemError ENV_ID_REQUIRED, ENV_UNKNOWN; the host's error at its limit
   */
  async make(
    envId: string | null | undefined,
    open: GemHost['open'] = (id) => this.#options.host.open(id),
  ): Promise<{ sandbox_id: string }> {
    if (!envId?.trim())
      throw new GemError('ENV_ID_REQUIRED', 'env_id is required: name the environment to make.')
    if (!this.#options.registry.has(envId.trim())) await this.settled()
    const definition = this.#options.registry.find(envId.trim())
    const { sandboxId } = await open(definition.entry.id)
    try {
      const environment = definition.create({ seed: randomInt(MAX_SEED + 1) })
      const envId = definition.entry.id
      this.#instances.set(sandboxId, { envId, definition, environment, tail: Promise.resolve() })
    } catch (cause) {
      await this.#options.host.close(sandboxId)
      throw failure(definition.entry.id, 'make', cause)
    }
    return { sandbox_id: sandboxId }
  }

  /**
   * Starts an episode. Without a seed the environment's own random stream continues. If its plugin was saved meanwhile, the new version is
   * used.
   * @throws GemError SANDBOX_UNKNOWN, SEED_OUT_OF_RANGE, ENV_FAILED
   */
  async reset(sandboxId: string, seed?: number | null, signal?: AbortSignal): Promise<ResetResult> {
    const instance = this.#find(sandboxId)
    if (seed != null && !isSeed(seed)) {
      throw new GemError(
        'SEED_OUT_OF_RANGE',
        `Seed must be between 0 and 2**32 - 1 (${MAX_SEED}); ${seed} is not.`,
      )
    }
    return this.#call(
      sandboxId,
      instance,
      'reset',
      async (environment) => {
        const isOwn = instance.definition.entry.source === 'plugin'
        return (isOwn ? await this.#renewed(instance) : environment).reset(seed ?? undefined)
      },
      signal,
    )
  }

  /**
   * Takes one action.
   * @throws GemError SANDBOX_UNKNOWN, RESET_REQUIRED, ENV_FAILED
   */
  async step(sandboxId: string, action: string, signal?: AbortSignal): Promise<StepResult> {
    const instance = this.#find(sandboxId)
    return this.#call(sandboxId, instance, 'step', (environment) => environment.step(action), signal)
  }

  /**
   * Closes the environment and its sandbox, after the calls in progress.
   * @throws GemError SANDBOX_UNKNOWN, also when already closed; ENV_FAILED, although the sandbox is closed
   */
  async close(sandboxId: string): Promise<{ sandbox_id: string }> {
    const { envId } = this.#find(sandboxId)
    try {
      await this.#release(sandboxId)
    } catch (cause) {
      throw failure(envId, 'close', cause)
    } finally {
      await this.#options.host.close(sandboxId)
    }
    return { sandbox_id: sandboxId }
  }

  /**
   * All available ids.
   * @throws GemError SANDBOX_UNKNOWN when the given sandbox has no environment
   */
  list(sandboxId?: string | null): { env_id: string[] } {
    if (sandboxId) this.#find(sandboxId)
    return { env_id: this.#options.registry.ids() }
  }

  /** The catalogue, and the problems of plugins missing from it. */
  catalogue(): { environments: CatalogueEntry[]; problems: readonly PluginProblem[] } {
    return { environments: this.#options.registry.entries(), problems: this.#options.plugins?.problems ?? [] }
  }

  /** Resolves when the current plugin files are loaded. */
  async settled(): Promise<void> {
    await this.#options.plugins?.settled()
  }

  /** The id of the environment in a sandbox, if any. */
  environmentOf(sandboxId: string): string | undefined {
    return this.#instances.get(sandboxId)?.envId
  }

  /** Closes all environments, whatever errors occur; stopping the sandboxes is up to the host. */
  async dispose(): Promise<void> {
    this.#options.plugins?.dispose()
    await Promise.allSettled(Array.from(this.#instances.keys(), (sandboxId) => this.#release(sandboxId)))
  }

  #find(sandboxId: string): Instance {
    const instance = this.#instances.get(sandboxId)
    if (instance) return instance
    throw new GemError(
      'SANDBOX_UNKNOWN',
      `No environment in sandbox ${JSON.stringify(sandboxId)}: it was never made, or it is closed. Make a new one.`,
    )
  }

  #call<T>(
    sandboxId: string,
    instance: Instance,
    verb: string,
    use: (environment: Environment) => T | Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    this.#options.host.touch(sandboxId)
    const result = instance.tail.then(() => {
      signal?.throwIfAborted()
      // Closed while queued: the environment may have released its resources.
      this.#find(sandboxId)
      return use(instance.environment)
    })
    const named = result.catch((cause: unknown) => {
      throw signal?.aborted ? cause : failure(instance.envId, verb, cause)
    })
    instance.tail = named.catch(() => undefined)
    return named
  }

  async #renewed(instance: Instance): Promise<Environment> {
    const { envId, definition, environment } = instance
    await this.settled()
    const now = this.#options.registry.has(envId) ? this.#options.registry.find(envId) : definition
    if (now === definition) return environment
    instance.environment = now.create({ seed: randomInt(MAX_SEED + 1) })
    instance.definition = now
    // Errors of the replaced environment's close are ignored.
    const close = async (): Promise<void> => environment.close?.()
    await close().catch(() => undefined)
    return instance.environment
  }

  async #release(sandboxId: string): Promise<void> {
    const instance = this.#instances.get(sandboxId)
    if (!instance) return
    this.#instances.delete(sandboxId)
    await instance.tail
    await instance.environment.close?.()
  }
}

function failure(envId: string, verb: string, cause: unknown): GemError {
  if (cause instanceof GemError && cause.code !== 'ENV_FAILED') return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  const traceback = cause instanceof GemError ? cause.traceback : []
  const error = new GemError('ENV_FAILED', `${envId} failed in ${verb}: ${reason}`, [], traceback)
  error.cause = cause
  return error
}

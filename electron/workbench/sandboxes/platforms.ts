import type { SentenceKey } from '#shared/workbench/sentences/en.ts'
import { refusalError } from '#shared/workbench/sentences/refusal-error.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Features } from '#shared/workbench/areas/sandboxes.ts'
import type { Platform } from '../connections/platform.ts'
import { type PlatformErrorCode, SandboxPlatform, SandboxPlatformError } from './client/index.ts'
import { neverSent } from './client/http-call.ts'

/** Finds a platform by its id. @throws WorkbenchError if there is none */
type Find = (platform: string) => Pick<Platform, 'address' | 'recheck'>

/** One client per connected platform, recreated when its address or headers change. */
export class Platforms {
  readonly #find: Find
  readonly #open = new Map<string, { readonly key: string; readonly client: SandboxPlatform }>()

  constructor(find: Find) {
    this.#find = find
  }

  async of(platform: string, signal?: AbortSignal): Promise<SandboxPlatform> {
    const { url, proxyUrl, headers, paths } = await this.#find(platform).address(signal)
    const key = JSON.stringify([url, proxyUrl, headers, paths])
    const known = this.#open.get(platform)
    if (known?.key === key) return known.client
    known?.client.close()
    const client = new SandboxPlatform({
      baseUrl: url,
      proxyUrl,
      headers,
      basePath: paths?.sandbox,
      paths: paths?.operations,
    })
    this.#open.set(platform, { key, client })
    return client
  }

  /** Runs `work` with a platform's client and translates its errors for the page. */
  async use<T>(
    platform: string,
    signal: AbortSignal | undefined,
    act: (client: SandboxPlatform) => Promise<T>,
  ): Promise<T> {
    try {
      return await act(await this.of(platform, signal))
    } catch (error) {
      if (error instanceof SandboxPlatformError && error.status === 401) void this.#find(platform).recheck?.()
      throw translated(error)
    }
  }

  async features(platform: string, signal?: AbortSignal): Promise<Features> {
    return this.use(platform, signal, async (client) => {
      const {
        liveSessions: live,
        delete: remove,
        source: _source,
        ...features
      } = await client.capabilities(signal)
      return { ...features, live, remove }
    })
  }
}

/** The message for each kind of error, which includes the platform's or client's own message. */
const SENTENCES: Readonly<Record<PlatformErrorCode, SentenceKey>> = {
  UNREACHABLE: 'PLATFORM_UNREACHABLE',
  TIMEOUT: 'PLATFORM_TIMEOUT',
  ABORTED: 'CANCELLED.platform',
  UNAUTHORIZED: 'UNAUTHORIZED.platform',
  NO_SUCH_OPERATION: 'NOT_OFFERED',
  INVALID: 'PLATFORM_REFUSED',
  FAILED: 'PLATFORM_REFUSED',
  SERVER_ERROR: 'PLATFORM_REFUSED',
  UNEXPECTED_ANSWER: 'UNEXPECTED_ANSWER',
}

/** Converts client errors into the page's errors; others pass through unchanged. */
export function translated(error: unknown): unknown {
  if (!(error instanceof SandboxPlatformError)) return error
  const refusal = refusalError(error.message, error)
  if (refusal) return refusal
  // The shell's exit code says more than the platform's message.
  const code = error.shellExitCode
  if (code !== undefined) return workbenchError('SESSION_ENDED.exit', { code }, { cause: error })
  const key = error.isSessionGone
    ? 'SESSION_ENDED'
    : error.isSandboxGone
      ? 'SANDBOX_NOT_RUNNING'
      : error.isSandboxPaused
        ? 'SANDBOX_PAUSED'
        : SENTENCES[error.code]
  // A line that was never sent can be retried without asking.
  const details = error.code === 'UNREACHABLE' ? { sent: !neverSent(error) } : undefined
  return workbenchError(key, { reason: error.reason }, { details, cause: error })
}

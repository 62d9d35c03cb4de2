import type { SentenceKey } from '#shared/workbench/sentences/en.ts'
import { refusalError } from '#shared/workbench/sentences/refusal-error.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Features } from '#shared/workbench/areas/sandboxes.ts'
import type { PlatformAddress } from '../connections/platform.ts'
import { type PlatformErrorCode, SandboxPlatform, SandboxPlatformError } from './client/index.ts'
import { neverSent } from './client/http-call.ts'

/** Where a connected platform is. @throws WorkbenchError `NOT_CONNECTED` */
type AddressOf = (platform: string, signal?: AbortSignal) => Promise<PlatformAddress>

/** A client for every connected platform, made anew when its address or its headers change. */
export class Platforms {
  readonly #address: AddressOf
  readonly #open = new Map<string, { readonly key: string; readonly client: SandboxPlatform }>()

  constructor(address: AddressOf) {
    this.#address = address
  }

  async of(platform: string, signal?: AbortSignal): Promise<SandboxPlatform> {
    const { url, proxyUrl, headers, paths } = await this.#address(platform, signal)
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

  /** Does something with a platform; its refusals become the page's errors. */
  async use<T>(
    platform: string,
    signal: AbortSignal | undefined,
    act: (client: SandboxPlatform) => Promise<T>,
  ): Promise<T> {
    try {
      return await act(await this.of(platform, signal))
    } catch (error) {
      throw translated(error)
    }
  }

  async features(platform: string, signal?: AbortSignal): Promise<Features> {
    return this.use(platform, signal, async (client) => {
      const {
        liveSessions,
        terminal,
        listing,
        listsStopped,
        statistics,
        execute,
        upload,
        stop,
        restart,
        commit,
        images,
        delete: remove,
        portForward,
        pause,
        ports,
        usageHistory,
        audit,
        archives,
      } = await client.capabilities(signal)
      const life = { stop, restart, commit, images, remove }
      return {
        live: liveSessions,
        terminal,
        listing,
        listsStopped,
        statistics,
        execute,
        upload,
        portForward,
        pause,
        ports,
        usageHistory,
        audit,
        archives,
        ...life,
      }
    })
  }
}

/** The platform's own words, or the client's of it, in the sentence of each kind of trouble. */
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

/** What the page is told; anything that is not the client's own error is passed through. */
export function translated(error: unknown): unknown {
  if (!(error instanceof SandboxPlatformError)) return error
  const refusal = refusalError(error.message, error)
  if (refusal) return refusal
  // How the shell ended says more than what the platform makes of it.
  const code = error.shellExitCode
  if (code !== undefined) return workbenchError('SESSION_ENDED.exit', { code }, { cause: error })
  const key = error.isSessionGone
    ? 'SESSION_ENDED'
    : error.isSandboxGone
      ? 'SANDBOX_NOT_RUNNING'
      : error.isSandboxPaused
        ? 'SANDBOX_PAUSED'
        : SENTENCES[error.code]
  // A line that never left this machine may be sent again without asking.
  const details = error.code === 'UNREACHABLE' ? { sent: !neverSent(error) } : undefined
  return workbenchError(key, { reason: error.reason }, { details, cause: error })
}

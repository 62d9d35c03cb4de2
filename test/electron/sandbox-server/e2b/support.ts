import { Sandbox, type SandboxOpts } from 'e2b'
import { vi } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

/** A server and a sandbox created by the npm package `e2b`, configured by its environment variables; docs/e2b.md. */
export interface SdkServer {
  readonly server: TestServer
  readonly sandbox: Sandbox
  close(): Promise<void>
}

export async function startForSdk(options: SandboxOpts): Promise<SdkServer> {
  const server = await startServer()
  vi.stubEnv('E2B_API_URL', server.url)
  vi.stubEnv('E2B_SANDBOX_URL', server.url)
  vi.stubEnv('E2B_API_KEY', server.token)
  const sandbox = await Sandbox.create({ timeoutMs: 600_000, ...options })
  return {
    server,
    sandbox,
    close: async () => {
      vi.unstubAllEnvs()
      await server.close()
    },
  }
}

/** The reason that a promise is rejected with. */
export const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

import { Sandbox, type SandboxOpts } from 'e2b'
import { vi } from 'vitest'
import { onCluster, startServer, type TestServer } from '../support/server.ts'

/** Bytes of a sandbox: the clients name no limits, and the node of a test cluster has room for two of the usual ones. */
export const MEMORY = (onCluster ? 0.125 : 8) * 1024 ** 3

/** Adds a user with a home folder, without the programs for that, which small images lack. */
export const ADD_GUEST = onCluster
  ? 'echo guest:x:1500:1500::/home/guest:/bin/sh >> /etc/passwd && echo guest:x:1500: >> /etc/group && mkdir /home/guest && chown 1500:1500 /home/guest'
  : 'useradd -m guest'

/** A server and a sandbox created by the npm package `e2b`, configured by its environment variables; docs/e2b.md. */
export interface SdkServer {
  readonly server: TestServer
  readonly sandbox: Sandbox
  close(): Promise<void>
}

export async function startForSdk(options: SandboxOpts): Promise<SdkServer> {
  const server = await startServer(['--default-memory', String(MEMORY)])
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

import { afterAll, beforeAll, expect, it } from 'vitest'
import { SandboxPlatform } from '../../../../electron/workbench/sandboxes/client/index.ts'
import type { Platforms } from '../../../../electron/workbench/sandboxes/platforms.ts'
import { sandboxCalls } from '../../../../electron/workbench/sandboxes/sandbox-calls.ts'
import { Uploads } from '../../../../electron/workbench/sandboxes/uploads.ts'
import { startServer, type TestServer } from '../../sandbox-server/support/server.ts'
import { noLoans } from './no-loans.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.close())

/** The page's calls to a platform with all of Orrery's operations, or only the base API. */
function calls(client: SandboxPlatform) {
  const platforms = { use: (_id: string, _signal: unknown, act: (one: unknown) => unknown) => act(client) }
  return sandboxCalls({
    platforms: platforms as unknown as Platforms,
    downloads: {} as never,
    uploads: new Uploads(),
    loans: noLoans(),
    emit: () => undefined,
    noteSandboxes: () => undefined,
  })
}
const call = () => ({ signal: new AbortController().signal, report: () => undefined }) as never

const ABSENT = { follow: '/absent', listAll: '/absent', writeFile: '/absent', download: '/absent' }

it.each([
  ['with our extensions', () => server.platform],
  [
    'with plain REST only',
    () => new SandboxPlatform({ baseUrl: `${server.url}/`, token: server.token, paths: ABSENT }),
  ],
])(
  'a start writes its files where terminals begin, and sets its variables, %s',
  async (_name, platformOf) => {
    const client = platformOf()
    const { sandboxId, isAlive } = await calls(client).start(
      {
        platform: 'p',
        image: 'local',
        wait: false,
        env: { GREETING: 'hello there' },
        files: [
          { path: 'src/deep/main.py', text: 'print("é")\n' },
          { path: '~/it’s "here".txt', text: '' },
          { path: '/opt/set/up.sh', text: 'echo up\n' },
        ],
      },
      call(),
    )
    expect(isAlive).toBe(true)
    const session = await client.openSession(sandboxId, 'first')
    let output = ''
    const words = 'cat src/deep/main.py /opt/set/up.sh; printf "%s\\n" *.txt; echo "$GREETING"'
    await session.run(words, { onOutput: (chunk) => (output += chunk) })
    expect(output.replaceAll('\r', '')).toBe('print("é")\necho up\nit’s "here".txt\nhello there\n')
    await session.close()
    await client.stop(sandboxId)
  },
)

it('says which file could not be written, and leaves the sandbox', async () => {
  const area = calls(server.platform)
  const files = [{ path: '/proc/none/a.txt', text: 'x' }]
  const start = area.start({ platform: 'p', image: 'local', files }, call())
  await expect(start).rejects.toMatchObject({
    code: 'START_FILES',
    message: expect.stringContaining('/proc/none/a.txt') as string,
  })
  const running = (await server.platform.list()).filter((one) => one.state === 'running')
  expect(running).toHaveLength(1)
})

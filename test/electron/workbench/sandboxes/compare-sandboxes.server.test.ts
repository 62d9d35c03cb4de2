import { afterAll, beforeAll, expect, it } from 'vitest'
import { imagesSchema } from '#shared/sandbox/records.ts'
import { compareSandboxes } from '../../../../electron/workbench/sandboxes/compare-sandboxes.ts'
import { SandboxPlatform } from '../../../../electron/workbench/sandboxes/client/index.ts'
import { startServer, type TestServer } from '../../sandbox-server/support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.close())

const shell = (id: string, script: string) => server.platform.execute(id, ['sh', '-ec', script])

it('shows what differs between two copies of one sandbox, and each one’s image', async () => {
  const { platform } = server
  const first = await platform.start({ image: 'local' })
  await shell(
    first,
    'cd; mkdir -p work/old; echo one > work/a; echo same > work/b; echo same > work/c; echo x > work/old/gone; echo run > work/run; printf "" > work/empty',
  )
  await platform.commit(first, 'base:1')
  const [left, right] = await Promise.all([1, 2].map(() => platform.start({ image: 'base:1' })))
  if (!left || !right) throw new Error('two were started')
  await shell(
    right,
    // Equal sizes: one with other contents, one with the same contents and another time.
    'cd ~/work; echo two > a; echo same > b; touch -d 2001-01-01 c empty; rm -r old; echo new > "it is, new"; chmod +x run',
  )
  const plain = new SandboxPlatform({ baseUrl: `${server.url}/`, token: server.token })
  const { signal } = new AbortController()
  const sides = [
    { client: plain, id: left },
    { client: plain, id: right },
  ] as const
  const told = await compareSandboxes(sides, '/', signal)
  expect(told.isCut).toBe(false)
  expect(told.changes).toEqual([
    { path: '/root/work/a', kind: 'changed', folder: false, before: 4, after: 4 },
    { path: '/root/work/it is, new', kind: 'added', folder: false, before: undefined, after: 4 },
    { path: '/root/work/old', kind: 'removed', folder: true, before: expect.any(Number) as number },
    { path: '/root/work/old/gone', kind: 'removed', folder: false, before: 2 },
    { path: '/root/work/run', kind: 'changed', folder: false, before: 4, after: 4 },
  ])
  expect(
    (await compareSandboxes(sides, '/root/work/old', signal).catch(
      (error: Error) => error.message,
    )) as string,
  ).toMatch(/old/)
  const { images } = await platform.client.get('images', {}, imagesSchema)
  expect(images.find(({ reference }) => reference === 'base:1')).toMatchObject({
    from_sandbox: first,
    from_image: 'local',
  })
})

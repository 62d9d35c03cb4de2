/** The daemon of Debian's docker.io, in namespaces of its own: what a backend must do, the whole server, and what only a real one showed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../electron/sandbox-server/support/server.ts'
import { describePulls } from './pulls.ts'
import { freePort, missingPrograms, noNamespaces, relay, startApart, type Peer } from './peers.ts'

const PROGRAMS = {
  dockerd: 'docker.io',
  docker: 'docker.io',
  'docker-registry': 'docker-registry',
  ip: 'iproute2',
  iptables: 'iptables',
}

/** Of the tests' own registry and a real one, to which the daemon is given ways. */
const [port, realPort, slowPort] = [await freePort(), await freePort(), await freePort()]
const reason = noNamespaces() ?? missingPrograms(PROGRAMS)
let peer: Peer | undefined
if (reason === undefined) {
  peer = await startApart('docker', [port, realPort, slowPort].map(String))
  for (const one of [port, realPort, slowPort]) await relay(`${peer.folder}/${one}.sock`, one)
  process.env['DOCKER_HOST'] = `unix://${peer.folder}/docker.sock`
  process.env['ORRERY_TEST_REGISTRY_PORT'] = String(port)
  process.env['ORRERY_TEST_BACKENDS'] = 'docker'
  await import('../electron/sandbox-server/runtime-contract.server.test.ts')
  await import('../electron/sandbox-server/engines.server.test.ts')
}
afterAll(() => peer?.end())
describePulls('docker', { skip: reason, port: realPort, slowPort })

describe.skipIf(reason)('a daemon of Debian’s', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(['--runtime', 'docker', '--strict-images'])
  })
  afterAll(() => server.close())

  test('is not hung by a commit right after a program', async () => {
    const { sandbox_id: id } = (await server.post('/start', { image: 'localhost/orrery-test:4' })).result
    for (let round = 0; round < 12; round++) {
      await server.post('/execute', { sandbox_id: id, command: ['sh', '-c', ':'] })
      await server.post('/commit', { sandbox_id: id, image_tag: `localhost/orrery-round:${round}` })
      // Beside the commit, too.
      const beside = server.post('/execute', { sandbox_id: id, command: ['sh', '-c', `echo ${round}`] })
      await expect
        .poll(async () => (await server.get(`/commit/${id}`)).result.phase, { timeout: 30_000 })
        .toBe('SUCCEEDED')
      expect((await beside).result.stdout).toBe(`${round}\n`)
    }
    expect((await server.post('/stop', { sandbox_id: id })).status).toBe('Success')
    await server.post('/delete', { sandbox_id: id })
  })

  test('says why a terminal cannot be started', async () => {
    const { sandbox_id: id } = (await server.post('/start', { image: 'localhost/orrery-test:4' })).result
    const wish = { sandbox_id: id, session: 'lost', session_type: 'bash', cwd: '/nowhere' }
    expect((await server.post('/create_session', wish)).error).toContain('/nowhere')
    await server.post('/stop', { sandbox_id: id })
  })
})

/** A Kubernetes of one node, built from Debian's sources and started in namespaces of its own: what a backend must do, and the whole server. */
import './kubernetes-runtime.ts'
import { realpathSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openKubernetes } from '../../electron/sandbox-server/runtime/kubernetes/runtime.ts'
import type { IsolatePlan } from '../../electron/sandbox-server/runtime/runtime.ts'
import { TEST_IMAGE as IMAGE } from '../electron/sandbox-server/support/runtimes.ts'
import { startServer, type TestServer } from '../electron/sandbox-server/support/server.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { startCluster } from './kubernetes-cluster.ts'
import { savedImages } from './kubernetes-images.ts'
import { readyPods, serversOnOneCluster, sessionsOfDeadServers } from './kubernetes-servers.ts'

/** The programs of a sandbox; the one who asks has other words in it. */
const LISTED = 'for f in /proc/[0-9]*/cmdline; do tr "\\0" " " < $f; echo; done 2>/dev/null | grep -v LISTED'
const { reason, foreign, kubectl, kubectlWith, openRegistry, end } = await startCluster()
if (reason === undefined) await import('../electron/sandbox-server/runtime-contract.server.test.ts')
afterAll(end)

const pods = (): string[] => kubectl('get', 'pods', '-o', 'name').split('\n').filter(Boolean)

const planOf = (more: Partial<IsolatePlan> = {}): IsolatePlan => ({
  id: `words-${Math.random().toString(36).slice(2)}`,
  folder: join(tmpdir(), 'orrery-no-such-folder'),
  image: { kind: 'engine', layers: [], reference: IMAGE, env: {} },
  limits: { cpus: 0.5, memory: 128 * 1024 ** 2, disk: 1024 ** 3, processes: 128 },
  network: { mode: 'own', hosts: [] },
  ...more,
})
const imageOf = (reference: string): Pick<IsolatePlan, 'image'> => ({
  image: { kind: 'engine', layers: [], reference, env: {} },
})

describe.skipIf(reason)('servers that share a cluster', () => {
  serversOnOneCluster(IMAGE, kubectl)
})

describe.skipIf(reason)('Pods that wait for a start', () => {
  readyPods(IMAGE, kubectl)
})

describe.skipIf(foreign)('a sandbox that is saved as an image', () => {
  savedImages(IMAGE, openRegistry)
})

describe.skipIf(reason)('a session on a cluster', () => {
  sessionsOfDeadServers(IMAGE)
})

/**
 * A suite that our own backends run, too; what a cluster does otherwise is skipped there by name. Its Pods outlive its server, and would
 * take the node's room from the next suite.
 */
const suite = (name: string, load: () => Promise<unknown>): void => {
  describe.skipIf(reason)(name, async () => {
    if (reason !== undefined) return
    afterAll(() => void kubectl('delete', 'pods', '-l', 'orrery.owner', '--force', '--grace-period=0'))
    await load()
  })
}
suite('the API', () => import('../electron/sandbox-server/api.server.test.ts'))
suite('sessions of the API', () => import('../electron/sandbox-server/sessions.server.test.ts'))
suite('terminals of the API', () => import('../electron/sandbox-server/terminal.server.test.ts'))
suite(
  'names, ports and pauses of the API',
  () => import('../electron/sandbox-server/lifecycle-extras.server.test.ts'),
)
suite(
  'background jobs of the API',
  () => import('../electron/sandbox-server/background-output.server.test.ts'),
)
suite('examples of the API', () => import('../electron/sandbox-server/api-examples.server.test.ts'))
suite(
  'what client libraries rely on',
  () => import('../electron/sandbox-server/client-libraries.server.test.ts'),
)
suite('sandboxes of E2B’s package', () => import('../electron/sandbox-server/e2b/sandboxes.server.test.ts'))
suite('files of E2B’s package', () => import('../electron/sandbox-server/e2b/files.server.test.ts'))
suite('names in E2B’s calls', () => import('../electron/sandbox-server/e2b/names.server.test.ts'))

describe.skipIf(foreign)('the ways of signing in', () => {
  test.each(['certificate', 'token', 'program'])('%s', async (context) => {
    const { info } = await openKubernetes({ dataFolder: '/nowhere', context })
    expect(info.version).toMatch(/^v1\./)
  })

  test.each([
    ['stranger', {}, 'the cluster does not know who asks: sign in again, or choose another context'],
    ['nobody', {}, 'the kubeconfig has no context nobody'],
  ])('%s is told the reason', async (context, more, words) => {
    await expect(openKubernetes({ dataFolder: '/nowhere', context, ...more })).rejects.toThrow(words)
  })
})

describe.skipIf(reason)('why a sandbox does not start is said in words, and nothing is left of it', () => {
  test.each<[string, Partial<IsolatePlan>, RegExp, RegExp?]>([
    [
      'an image that no registry has',
      imageOf('127.0.0.1:9/none:1'),
      /the image cannot be pulled \(ErrImagePull: .*connection refused.*\): its registry cannot be reached/s,
    ],
    [
      'an image that must not be pulled',
      { ...imageOf('127.0.0.1:9/none:1'), pull: 'never' },
      /not on the node, and pull is "never" \(ErrImageNeverPull/,
    ],
    ['no image reference', imageOf('Not An Image'), /no image reference \(InvalidImageName/],
    [
      'more than a node has',
      { limits: { ...planOf().limits, memory: 2 ** 50 } },
      /no node takes it \(Unschedulable: .*Insufficient memory.*fits no node: node \S+, the largest, has/,
      /Waiting for a node: no node takes it \(Unschedulable: .*Insufficient memory/,
    ],
  ])('%s', async (_, more, words, meanwhile) => {
    const runtime = await openKubernetes({ dataFolder: '/nowhere', scheduleMs: 3000 })
    const told: string[] = []
    const tell = (one: string) => void told.push(one)
    await expect(runtime.open(planOf({ ...more, tell }))).rejects.toThrow(words)
    if (meanwhile) expect(told.join('; ')).toMatch(meanwhile)
    expect(
      kubectl('get', 'pods,networkpolicies', '-l', 'orrery.owner', '-o', 'name').match(/words-/g),
    ).toBeNull()
  })

  test('a quota', async () => {
    const namespace = `small-${Date.now()}`
    kubectl('create', 'namespace', namespace)
    kubectl('create', 'quota', 'few', '--hard=pods=0', '-n', namespace)
    const runtime = await openKubernetes({ dataFolder: '/nowhere', namespace })
    await expect(runtime.open(planOf())).rejects.toThrow(/the cluster refused \(403: .*exceeded quota: few/)
    kubectl('delete', 'namespace', namespace, '--wait=false')
  })
})

describe.skipIf(reason)('what a cluster keeps of a sandbox', () => {
  test('has its limits, its class and its policy', async () => {
    const name = 'orrery-tests'
    const manifest = {
      apiVersion: 'node.k8s.io/v1',
      kind: 'RuntimeClass',
      metadata: { name },
      handler: 'runc',
    }
    kubectlWith(JSON.stringify(manifest), 'apply', '-f', '-')
    const runtime = await openKubernetes({ dataFolder: '/nowhere', runtimeClass: name })
    const plan = planOf()
    const isolate = await runtime.open(plan)
    const [pod] = JSON.parse(kubectl('get', 'pods', '-l', `orrery.sandbox=${plan.id}`, '-o', 'json')).items
    expect(pod.spec.runtimeClassName).toBe(name)
    expect(pod.spec.containers[0].resources.limits).toEqual({
      cpu: '500m',
      memory: String(128 * 1024 ** 2),
      'ephemeral-storage': String(1024 ** 3),
    })
    const policies = kubectl('get', 'networkpolicies', '-l', `orrery.sandbox=${plan.id}`, '-o', 'name')
    expect(policies).toContain(pod.metadata.name)
    await isolate.stop()
    await runtime.remove(plan)
    expect(kubectl('get', 'pods,networkpolicies', '-l', `orrery.sandbox=${plan.id}`, '-o', 'name')).toBe('')
  })
})

describe.skipIf(reason)('the server on a cluster', () => {
  let server: TestServer
  let id: string
  beforeAll(async () => {
    server = await startServer(['--runtime', 'kubernetes'])
    id = (await server.post('/start', { image: IMAGE, cpus: 0.5, memory: '256m' })).result.sandbox_id
  })
  afterAll(async () => {
    await server.post('/stop', { sandbox_id: id })
    await server.close()
  })
  const execute = async (sandbox: string, command: string) =>
    (await server.post('/execute', { sandbox_id: sandbox, command: ['/bin/sh', '-c', command] })).result
      ?.stdout

  test('says what it is, and what it cannot', async () => {
    expect(server.ready).toMatchObject({ runtime: 'kubernetes', isolated: true })
    const { result } = await server.get('/get_status', { sandbox_id: id })
    expect(result).toMatchObject({ state: 'running', runtime: 'kubernetes', isolated: true })
    expect((await server.post('/pause', { sandbox_id: id })).error).toContain('Kubernetes cannot pause a Pod')
    await server.post('/commit', { sandbox_id: id, image_tag: 'localhost/never:1' })
    await expect
      .poll(async () => (await server.get(`/commit/${id}`)).result)
      .toMatchObject({ phase: 'FAILED', error_message: expect.stringContaining('saves no Pod as an image') })
  })

  test('runs sessions, moves files, counts', async () => {
    await server.post('/create_session', { sandbox_id: id, session: 's' })
    const run = (command: string, more: object = {}) =>
      server.post('/run_in_session', { sandbox_id: id, session: 's', command, check: 'silent', ...more })
    expect((await run('X=1; test -t 1 && stty size')).result).toMatchObject({ output: '24 80', exit_code: 0 })
    expect((await run('sleep 60', { timeout: 1 })).error).toContain('the session is ready')
    expect((await run('echo $X; (exit 7)')).result).toMatchObject({ output: '1', exit_code: 7 })
    const file = { sandbox_id: id, path: '/root/deep/a b.txt' }
    const content = `é\r\n${'0123456789'.repeat(100_000)}`
    await server.post('/write_file', { ...file, content })
    const back = (await server.post('/read_file', file)).result.content as string
    expect(await execute(id, 'wc -c < "/root/deep/a b.txt"')).toBe(`${Buffer.byteLength(content)}\n`)
    expect([back.length, back.slice(0, 9)]).toEqual([content.length, content.slice(0, 9)])
    expect(back === content).toBe(true)
    const { result } = await server.get('/get_sandbox_statistics', { sandbox_id: id })
    expect(result.processes).toBeGreaterThan(0)
    expect(result.mem).toBeGreaterThan(0)
  })

  test('says why a program cannot start', async () => {
    const answer = await server.post('/execute', { sandbox_id: id, command: ['no-such-program', 'x'] })
    expect(answer.error).toMatch(/^'no-such-program x' could not be started: (\S+: )?no-such-program: /)
  })

  test('has no words of its own where the image lacks the locale of a start', async () => {
    const request = { image: IMAGE, cpus: 0.1, memory: '64m', env: { LC_ALL: 'no_SUCH.UTF-8', HERE: 'yes' } }
    const { sandbox_id: other } = (await server.post('/start', request)).result
    const { result } = await server.post('/execute', { sandbox_id: other, command: ['env'] })
    expect(result).toMatchObject({ stderr: '', stdout: expect.stringContaining('LC_ALL=no_SUCH.UTF-8\n') })
    expect(result.stdout).toContain('HERE=yes\n')
    await server.post('/stop', { sandbox_id: other })
  })

  test('continues with its sandboxes after it was killed, and ends unknown ones', async () => {
    const data = await temporaryFolder()
    const first = await startServer(['--runtime', 'kubernetes'], data)
    const { sandbox_id: kept } = (await first.post('/start', { image: IMAGE })).result
    const ask = (one: TestServer, command: string) =>
      one.post('/execute', { sandbox_id: kept, command: ['/bin/sh', '-c', command] })
    await ask(first, 'echo kept > /root/kept; (setsid nohup sleep 4720 >/dev/null 2>&1 &)')
    void ask(first, 'sleep 4721').catch(() => undefined)
    await expect.poll(async () => (await ask(first, LISTED)).result.stdout).toContain('sleep 4721')
    const runtime = await openKubernetes({ dataFolder: realpathSync(data) })
    await runtime.open(planOf({ id: 'nobody-knows', folder: await mkdtemp(join(tmpdir(), 'orrery-test-')) }))
    const before = pods().length
    await first.kill()
    const second = await startServer(['--runtime', 'kubernetes'], data)
    expect(pods()).toHaveLength(before - 1)
    const { result } = await second.get('/get_status', { sandbox_id: kept })
    expect(result).toMatchObject({ state: 'running' })
    expect(JSON.stringify(result.notices)).toContain('the sandbox went on meanwhile')
    const said = (await ask(second, `cat /root/kept; ${LISTED}`)).result.stdout
    expect(said).toMatch(/^kept\n/)
    expect(said).toContain('sleep 4720')
    expect(said).not.toContain('sleep 4721')
    expect((await second.post('/stop', { sandbox_id: kept })).status).toBe('Success')
    expect(pods()).toHaveLength(before - 2)
    expect((await second.post('/restart', { sandbox_id: kept })).error).toContain('its files went with it')
    await second.close()
  })

  test('stops a sandbox that others deleted, and reports it', async () => {
    const { sandbox_id: other } = (await server.post('/start', { image: IMAGE })).result
    expect(await execute(other, 'echo here')).toBe('here\n')
    kubectl('delete', 'pod', '-l', `orrery.sandbox=${other}`, '--wait=false')
    await expect
      .poll(
        async () =>
          (await server.get('/get_status', { sandbox_id: other, include_all_states: 'true' })).result.state,
      )
      .not.toBe('running')
  })
})

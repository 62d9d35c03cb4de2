import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKubernetes } from '../../electron/sandbox-server/runtime/kubernetes/runtime.ts'
import { startServer, type TestServer } from '../electron/sandbox-server/support/server.ts'
import type { TestCluster } from './kubernetes-cluster.ts'

const GROUP = 'extensions.agents.x-k8s.io'
const LIMITS = { cpu: '100m', memory: '128Mi', 'ephemeral-storage': '1Gi' }

/** Sandboxes that are claims of a template, whose Pods run a program of their own. */
export function claimsOfATemplate(
  image: string,
  { kubectl, kubectlWith }: Omit<TestCluster, 'reason'>,
): void {
  const own = ['--kube-owner', 'claims', '--kube-template', 'small']
  let server: TestServer
  const apply = (kind: string, name: string, spec: object) => {
    const object = { apiVersion: `${GROUP}/v1alpha1`, kind, metadata: { name }, spec }
    kubectlWith(JSON.stringify(object), 'apply', '-f', '-')
  }
  const template = (name: string, container: object, more: object = {}) => {
    const main = { name: 'main', image, imagePullPolicy: 'IfNotPresent', command: ['/bin/sleep', '1000000'] }
    const containers = [{ ...main, ...container }]
    const podTemplate = { spec: { terminationGracePeriodSeconds: 0, containers, ...more } }
    apply('SandboxTemplate', name, { podTemplate })
  }
  beforeAll(async () => {
    template('small', { resources: { limits: LIMITS } })
    server = await startServer(own)
  })
  afterAll(async () => {
    await server.close()
    kubectl('delete', `sandboxclaims.${GROUP},sandboxwarmpools.${GROUP}`, '--all')
  })
  const start = async (more: object = {}, from = server): Promise<string> =>
    (await from.post('/start', { image: 'local', ...more })).result.sandbox_id
  const echo = async (id: string, command = 'echo here', from = server) =>
    (await from.post('/execute', { sandbox_id: id, command, shell: true })).result?.stdout
  const state = async (id: string) =>
    (await server.get('/get_status', { sandbox_id: id, include_all_states: 'true' })).result.state
  const claims = (id: string) => kubectl('get', 'sandboxclaims', '-l', `orrery.sandbox=${id}`, '-o', 'name')
  /** Not by labels alone: what agent-sandbox makes of a claim has none of ours. */
  const left = (id: string) =>
    kubectl('get', 'sandboxclaims,sandboxes,pods', '-o', 'name')
      .split('\n')
      .filter((name) => name.includes(id))
      .join(' ')
  const podOf = (id: string) =>
    JSON.parse(kubectl('get', 'pods', '-l', `orrery.sandbox=${id}`, '-o', 'json')).items[0]

  test('a start that names nothing else is a claim, with the template’s limits', async () => {
    const id = await start()
    expect(await echo(id)).toBe('here\n')
    const { metadata, spec } = podOf(id)
    expect(spec.containers).toMatchObject([{ name: 'main', image, resources: { limits: LIMITS } }])
    const [maker] = metadata.ownerReferences
    expect(maker.kind).toBe('Sandbox')
    const sandbox = JSON.parse(kubectl('get', 'sandboxes', maker.name, '-o', 'json'))
    expect(sandbox.metadata.ownerReferences).toMatchObject([{ kind: 'SandboxClaim' }])
    const { result } = await server.get('/get_status', { sandbox_id: id })
    expect(result).toMatchObject({ state: 'running', cpus: 0.1, memory: '128.00m', disk: '1.00g' })
    await server.post('/create_session', { sandbox_id: id, session: 's' })
    const run = { sandbox_id: id, session: 's', command: 'X=1; echo $X$(tty | cut -c-5)', check: 'silent' }
    expect((await server.post('/run_in_session', run)).result).toMatchObject({
      output: '1/dev/',
      exit_code: 0,
    })
    expect((await server.post('/stop', { sandbox_id: id })).status).toBe('Success')
    await expect.poll(() => left(id), { timeout: 30_000 }).toBe('')
  })

  test.each([
    ['its image and limits', { image, cpus: 0.1, memory: '128m', disk: '1g' }, true],
    ['its image alone', { image }, true],
    ['other memory', { memory: '64m' }, false],
    ['no network', { network: 'none' }, false],
    ['a new pull', { image, pull: 'never' }, false],
  ])('a start with %s', async (_, more, isClaimed) => {
    const id = await start(more)
    expect(await echo(id)).toBe('here\n')
    expect(claims(id) !== '').toBe(isClaimed)
    await server.post('/stop', { sandbox_id: id })
    await expect.poll(() => left(id), { timeout: 30_000 }).toBe('')
  })

  test('takes a Pod of a warm pool, which has a name of its own', async () => {
    apply('SandboxWarmPool', 'ready', { replicas: 1, sandboxTemplateRef: { name: 'small' } })
    const ready = () =>
      kubectl('get', 'pods', '-o', 'custom-columns=:metadata.name,:status.phase', '--no-headers')
    await expect.poll(ready, { timeout: 60_000 }).toMatch(/^ready-\S+ +Running$/m)
    const id = await start()
    expect(podOf(id).metadata.name).toMatch(/^ready-/)
    expect(await echo(id)).toBe('here\n')
    const second = await startServer(own)
    expect(await echo(id, 'echo from another', second)).toBe('from another\n')
    await second.close()
    await server.post('/stop', { sandbox_id: id })
    await expect.poll(() => left(id), { timeout: 30_000 }).toBe('')
    expect(kubectl('get', 'pods', '-l', `orrery.sandbox=${id}`, '-o', 'name')).toBe('')
    kubectl('delete', 'sandboxwarmpools', 'ready')
  })

  test('a Pod that was deleted is not replaced, nor its claim kept', async () => {
    const id = await start()
    kubectl('delete', 'pod', podOf(id).metadata.name, '--wait=false')
    await expect.poll(() => state(id), { timeout: 30_000 }).toBe('stopped')
    await expect.poll(() => left(id), { timeout: 30_000 }).toBe('')
  })

  test('a restarted server goes on with its claims, and deletes those that nobody knows', async () => {
    const kept = await start()
    await echo(kept, 'echo kept > /root/kept')
    await server.kill()
    const labels = { 'orrery.owner': 'claims', 'orrery.sandbox': 'nobody' }
    const metadata = { name: 'orrery-claims-nobody', labels, annotations: { 'orrery.id': 'nobody' } }
    const spec = { sandboxTemplateRef: { name: 'small' } }
    const lost = { apiVersion: `${GROUP}/v1alpha1`, kind: 'SandboxClaim', metadata, spec }
    kubectlWith(JSON.stringify(lost), 'apply', '-f', '-')
    await expect.poll(() => left('nobody'), { timeout: 30_000 }).toContain('pod/')
    server = await startServer(own)
    expect(await echo(kept, 'cat /root/kept')).toBe('kept\n')
    await expect.poll(() => left('nobody'), { timeout: 30_000 }).toBe('')
    await server.post('/stop', { sandbox_id: kept })
    await expect.poll(() => left(kept), { timeout: 30_000 }).toBe('')
  })

  test('a server without the template ends what was claimed', async () => {
    const id = await start()
    const plain = await startServer(own.slice(0, 2))
    expect(await echo(id, 'echo here', plain)).toBe('here\n')
    await plain.post('/stop', { sandbox_id: id })
    await expect.poll(() => left(id), { timeout: 30_000 }).toBe('')
    await plain.close()
  })

  test.each<[string, object | undefined, object, RegExp]>([
    ['is not there', undefined, {}, /the namespace default has no such SandboxTemplate$/],
    [
      'has no limit of the disk',
      { resources: { limits: { cpu: 1, memory: '1Gi' } } },
      {},
      /needs limits of cpu, memory and ephemeral-storage/,
    ],
    [
      'has another runtime class',
      { resources: { limits: LIMITS } },
      { runtimeClass: 'gvisor' },
      /its runtime class is none, and --runtime-class gvisor$/,
    ],
  ])('a template that %s is refused when the server starts', async (name, container, more, words) => {
    const called = name.replaceAll(' ', '-')
    if (container) template(called, container)
    const opened = openKubernetes({ dataFolder: '/nowhere', template: called, ...more })
    await expect(opened).rejects.toThrow(words)
  })
}

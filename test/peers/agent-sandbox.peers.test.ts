/** The controller of agent-sandbox, built from its Go module, on a Kubernetes of one node. */
import './kubernetes-runtime.ts'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openKubernetes } from '../../electron/sandbox-server/runtime/kubernetes/runtime.ts'
import { startServer, type TestServer } from '../electron/sandbox-server/support/server.ts'
import { agentSandboxPrograms, startController } from './agent-sandbox.ts'
import { claimsOfATemplate } from './agent-sandbox-claims.ts'
import { startCluster } from './kubernetes-cluster.ts'

const IMAGE = 'localhost/orrery-test:4'
const programs = await agentSandboxPrograms()
const cluster = programs.reason === undefined ? await startCluster() : undefined
const reason = programs.reason ?? cluster?.reason
const kubectl = (...args: string[]): string => cluster?.kubectl(...args) ?? ''
let controller = reason === undefined ? await startController(programs.folder, kubectl) : undefined
if (reason === undefined) await import('../electron/sandbox-server/runtime-contract.server.test.ts')
afterAll(async () => {
  controller?.kill()
  await cluster?.end()
})

describe.skipIf(reason)('claims of a template', () => {
  if (cluster) claimsOfATemplate(IMAGE, cluster)
})

describe.skipIf(reason)('a cluster with agent-sandbox', () => {
  const own = ['--kube-owner', 'agents']
  const small = { image: IMAGE, cpus: 0.1, memory: '128m' }
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(own)
  })
  afterAll(() => server.close())
  const start = async (): Promise<string> => (await server.post('/start', small)).result.sandbox_id
  const echo = async (id: string, command = 'echo here') =>
    server.post('/execute', { sandbox_id: id, command, shell: true })
  const state = async (id: string) =>
    (await server.get('/get_status', { sandbox_id: id, include_all_states: 'true' })).result.state
  const left = (id: string) =>
    kubectl('get', 'sandboxes.agents.x-k8s.io,pods', '-l', `orrery.sandbox=${id}`, '-o', 'name')

  test('makes a sandbox’s Pod of its Sandbox object, and both go when it stops', async () => {
    const id = await start()
    expect((await echo(id)).result.stdout).toBe('here\n')
    const [pod] = JSON.parse(kubectl('get', 'pods', '-l', `orrery.sandbox=${id}`, '-o', 'json')).items
    const [object] = JSON.parse(
      kubectl('get', 'sandboxes.agents.x-k8s.io', '-l', `orrery.sandbox=${id}`, '-o', 'json'),
    ).items
    expect(pod.metadata.ownerReferences).toEqual([
      expect.objectContaining({ kind: 'Sandbox', uid: object.metadata.uid, controller: true }),
    ])
    expect((await server.post('/stop', { sandbox_id: id })).status).toBe('Success')
    await expect.poll(() => left(id), { timeout: 30_000 }).toBe('')
  })

  test('a Pod that was deleted is not replaced by an empty one', async () => {
    const id = await start()
    kubectl('delete', 'pod', '-l', `orrery.sandbox=${id}`, '--wait=false')
    await expect.poll(() => state(id), { timeout: 30_000 }).toBe('stopped')
    await expect.poll(() => left(id), { timeout: 30_000 }).toBe('')
  })

  test('a restarted server goes on with what it had, and takes no new Pod for it', async () => {
    const [kept, replaced] = [await start(), await start()]
    await echo(kept, 'echo kept > /root/kept')
    await server.kill()
    kubectl('delete', 'pod', '-l', `orrery.sandbox=${replaced}`)
    const isBack = () =>
      kubectl('get', 'pods', '-l', `orrery.sandbox=${replaced}`, '-o', 'jsonpath={.items[*].status.phase}')
    await expect.poll(isBack, { timeout: 30_000 }).toBe('Running')
    server = await startServer(own)
    expect((await echo(kept, 'cat /root/kept')).result.stdout).toBe('kept\n')
    expect(await state(replaced)).toBe('stopped')
    await expect.poll(() => left(replaced), { timeout: 30_000 }).toBe('')
    await server.post('/stop', { sandbox_id: kept })
  })

  test('a start says that no controller runs, and leaves nothing', async () => {
    const gone = once(controller ?? process, 'exit')
    controller?.kill()
    await gone
    const runtime = await openKubernetes({ dataFolder: '/nowhere', scheduleMs: 2000 })
    const plan = {
      id: 'alone',
      folder: '/nowhere',
      image: { kind: 'engine', layers: [], reference: IMAGE, env: {} },
      limits: { cpus: 0.1, memory: 128 * 1024 ** 2, disk: 1024 ** 3, processes: 128 },
      network: { mode: 'own', hosts: [] },
    } as const
    await expect(runtime.open(plan)).rejects.toThrow(
      'the Pod did not start: agent-sandbox made no Pod: look whether its controller runs',
    )
    expect(left('alone')).toBe('')
    controller = await startController(programs.folder, kubectl)
  })
})

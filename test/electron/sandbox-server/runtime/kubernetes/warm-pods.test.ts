import { afterEach, beforeEach, expect, test } from 'vitest'
import { WarmPods } from '../../../../../electron/sandbox-server/runtime/kubernetes/warm-pods.ts'
import { Place } from '../../../../../electron/sandbox-server/runtime/kubernetes/place.ts'
import type { IsolatePlan } from '../../../../../electron/sandbox-server/runtime/runtime.ts'
import { ClusterDouble } from './cluster-double.ts'

const GIGA = 1024 ** 3
const limits = { cpus: 1, memory: GIGA, disk: GIGA }
let cluster: ClusterDouble
let told: string[]
let servers: WarmPods[]
beforeEach(async () => {
  cluster = await ClusterDouble.start()
  told = []
  servers = []
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.keep()))
  cluster.end()
})

const serverOf = (counts: Record<string, number>): WarmPods => {
  const server = new WarmPods({
    place: new Place(cluster.client, 'fleet'),
    kinds: Object.entries(counts).map(([image, count]) => ({ image, count, limits })),
    runtimeClass: undefined,
    platform: undefined,
    tell: (sentence) => void told.push(sentence),
  })
  servers.push(server)
  return server
}
const planOf = (id: string, more: Partial<IsolatePlan> = {}): IsolatePlan => ({
  id,
  folder: '/nowhere',
  image: { kind: 'engine', layers: [], reference: 'debian', env: {} },
  limits: { ...limits, processes: 128 },
  network: { mode: 'own', hosts: [] },
  ...more,
})
const owners = [{ apiVersion: 'v1', kind: 'Secret', name: 'record', uid: '1' }]
const warm = () => cluster.labelled('orrery.warm', 'true').length

test('keeps as many as wanted of each image, and one that ended is replaced', async () => {
  const server = serverOf({ debian: 2, python: 1 })
  await server.keep()
  expect([cluster.pods.length, warm()]).toEqual([3, 3])
  cluster.failOne()
  await server.keep()
  await server.keep()
  expect(cluster.pods.map(({ status }) => status.phase)).toEqual(['Pending', 'Pending', 'Pending'])
})

test('a start takes a ready one with its labels and owner, and another takes its place', async () => {
  const server = serverOf({ debian: 1 })
  await server.keep()
  expect(await server.take(planOf('early'), owners)).toBeUndefined()
  cluster.makeReady()
  const pod = await server.take(planOf('a'.repeat(80)), owners)
  expect(pod?.metadata).toMatchObject({
    labels: { 'orrery.owner': 'fleet', 'orrery.sandbox': 'a'.repeat(63) },
    annotations: { 'orrery.id': 'a'.repeat(80) },
    ownerReferences: owners,
  })
  expect(pod?.metadata.labels).not.toHaveProperty('orrery.warm')
  await server.keep()
  expect([cluster.pods.length, warm()]).toEqual([2, 1])
  expect((await server.taken('a'.repeat(80)))?.metadata.name).toBe(pod?.metadata.name)
  expect(await server.taken('a'.repeat(70))).toBeUndefined()
})

test.each<[string, Partial<IsolatePlan>]>([
  ['another image', { image: { kind: 'engine', layers: [], reference: 'python', env: {} } }],
  ['other limits', { limits: { ...limits, memory: 2 * GIGA, processes: 128 } }],
  ['another platform', { platform: 'linux/arm64' }],
  ['an image that must be pulled', { pull: 'always' }],
  ['credentials', { login: { username: 'u', password: 'p' } }],
])('a start with %s takes none', async (_, more) => {
  const server = serverOf({ debian: 1 })
  await server.keep()
  cluster.makeReady()
  expect(await server.take(planOf('other', more), owners)).toBeUndefined()
  expect(warm()).toBe(1)
})

test('no two starts of several servers take the same, and no server adds to what is enough', async () => {
  for (let n = 0; n < 4; n++) serverOf({ debian: 5 })
  await Promise.all(servers.map((server) => server.keep()))
  expect(warm()).toBe(5)
  cluster.makeReady()
  const starts = Array.from({ length: 12 }, async (_, n) => servers[n % 4]?.take(planOf(`s${n}`), owners))
  const names = (await Promise.all(starts)).flatMap((pod) => (pod ? [pod.metadata.name] : []))
  expect([names.length, new Set(names).size]).toEqual([5, 5])
  await Promise.all(servers.map((server) => server.keep()))
  await servers[0]?.keep()
  expect(warm()).toBe(5)
  expect(cluster.labelled('orrery.sandbox').length).toBe(5)
})

test('one that a start takes at that moment is not deleted', async () => {
  const server = serverOf({ debian: 2 })
  await server.keep()
  cluster.makeReady()
  const fewer = serverOf({ debian: 1 })
  // Both have seen two Pods that wait.
  cluster.beforeDelete = () => server.take(planOf('taken'), owners)
  await fewer.keep()
  expect(cluster.labelled('orrery.sandbox').length).toBe(1)
})

test('what nobody wants any more goes, but not what was taken', async () => {
  const server = serverOf({ debian: 2, python: 1 })
  await server.keep()
  cluster.makeReady()
  await server.take(planOf('kept'), owners)
  await server.keep()
  await serverOf({}).keep()
  expect(cluster.pods.map(({ metadata }) => metadata.labels?.['orrery.sandbox'])).toEqual(['kept'])
})

test('says once why one does not start', async () => {
  const server = serverOf({ debian: 1 })
  await server.keep()
  cluster.makeWait('ErrImagePull', 'no such host')
  await server.keep()
  await server.keep()
  expect(told).toEqual([
    expect.stringMatching(/a ready Pod of debian does not start: the image cannot be pulled \(ErrImagePull/),
  ])
})

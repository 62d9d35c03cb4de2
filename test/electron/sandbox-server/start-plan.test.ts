import { expect, it } from 'vitest'
import { startRequest } from '../../../shared/sandbox/lifecycle.ts'
import {
  chosenNetwork,
  planStart,
  templateDefaults,
} from '../../../electron/sandbox-server/lifecycle/start-plan.ts'

const IDENTITY = { user: 'default', experiment: 'default', namespace: 'default', authorization: 'default' }
const DEFAULTS = { idleMinutes: 30, network: { mode: 'own', hosts: [] }, networks: ['own'] } as const

const plan = (request: object) =>
  planStart(startRequest.parse({ image: 'local', ...request }), IDENTITY as never, DEFAULTS, 0)

const GB = 1024 ** 3

it.each([
  [{}, 2, 8 * GB],
  [{ resources: null }, 2, 8 * GB],
  [{ resources: {} }, 2, 8 * GB],
  [{ resources: { cpu: null, memory: null } }, 2, 8 * GB],
  [{ resources: { cpu: '2', memory: '8g' } }, 2, 8 * GB],
  [{ resources: { cpu: 4 } }, 4, 8 * GB],
  [{ resources: { cpu: '0.5' } }, 0.5, 8 * GB],
  [{ resources: { cpu: '500m' } }, 0.5, 8 * GB],
  [{ cpus: 1, resources: { cpu: '700m' } }, 1, 8 * GB],
  [{ resources: { cpu: ' 700m ' } }, 0.7, 8 * GB],
  [{ resources: { memory: '1.5G' } }, 2, 1.5 * GB],
  [{ resources: { memory: '512Mi' } }, 2, GB / 2],
  [{ resources: { memory: '2GiB' } }, 2, 2 * GB],
  [{ resources: { memory: '1073741824' } }, 2, GB],
  [{ resources: { memory: 1_073_741_824 } }, 2, GB],
  [{ resources: { cpu: 1, memory: '1g', gpu: 0, disk: '9g' } }, 1, GB],
  [{ cpus: 3, memory: '3g', resources: { cpu: 1, memory: '1g' } }, 3, 3 * GB],
  [{ cpus: '3', memory: null, resources: { cpu: 1, memory: '1g' } }, 3, GB],
  [{ cpus: 8, limit_cpus: '4' }, 4, 8 * GB],
])('%j asks for %s processors and %s bytes', (request, cpus, memory) => {
  expect(plan(request)).toMatchObject({ cpus, memory })
})

it.each([
  [{}, 0.5, GB],
  [{ cpus: null, memory: null, resources: { cpu: null, memory: null } }, 0.5, GB],
  [{ memory: '2g' }, 0.5, 2 * GB],
  [{ resources: { cpu: 4 } }, 4, GB],
  [{ limit_cpus: '0.25' }, 0.25, GB],
])('%j asks a server with defaults of its own for %s processors and %s bytes', (request, cpus, memory) => {
  const wish = startRequest.parse({ image: 'local', ...request })
  const defaults = { ...DEFAULTS, defaultCpus: 0.5, defaultMemory: GB }
  expect(planStart(wish, IDENTITY as never, defaults, 0)).toMatchObject({ cpus, memory })
})

it.each([
  ['local', { cpus: 0.5, memory: GB, disk: 3 * GB }],
  ['debian:12', { cpus: 0.5, memory: GB, disk: 3 * GB }],
  ['debian:11', { cpus: 2, memory: 8 * GB, disk: 50 * GB }],
])('a start of %s gets the limits of a backend’s template for debian:12: %j', (image, limits) => {
  const template = { image: 'debian:12', limits: { cpus: 0.5, memory: GB, disk: 3 * GB } }
  const defaults = { ...DEFAULTS, ...templateDefaults(image, template) }
  expect(planStart(startRequest.parse({ image }), IDENTITY as never, defaults, 0)).toMatchObject(limits)
  const named = startRequest.parse({ image, cpus: 1, memory: '2g', disk: '4g' })
  expect(planStart(named, IDENTITY as never, defaults, 0)).toMatchObject({
    cpus: 1,
    memory: 2 * GB,
    disk: 4 * GB,
  })
})

it.each([
  [{ resources: { cpu: 'many' } }, 'Invalid cpus: many'],
  [{ resources: { cpu: 0 } }, 'Invalid cpus: 0'],
  [{ resources: { cpu: -1 } }, 'Invalid cpus: -1'],
  [{ resources: { memory: 'much' } }, 'Invalid memory size: much'],
  [{ resources: { cpu: 64 } }, 'Requested CPUs 64.0 exceed the maximum allowed 16'],
  [{ resources: { memory: '1t' } }, 'Requested memory 1t exceed the maximum allowed 64g'],
])('%j is refused: %s', (request, reason) => {
  expect(() => plan(request)).toThrow(reason)
})

it.each([[{ resources: 'large' }], [{ resources: { cpu: {} } }], [{ resources: [] }]])(
  '%j is no request',
  (request) => {
    expect(startRequest.safeParse({ image: 'local', ...request }).success).toBe(false)
  },
)

const ALLOW = { mode: 'allow', hosts: [{ host: 'a.example', port: undefined }] } as const
const OWN = { mode: 'own', hosts: [] } as const
it.each([
  [null, OWN, ['own', 'shared', 'none'], 'own'],
  [null, ALLOW, ['own', 'allow'], 'allow'],
  // A server that allows one host never gives an engine's container the whole Internet instead.
  [null, ALLOW, ['own', 'shared', 'none'], 'none'],
  [null, OWN, ['shared'], 'shared'],
  ['private', OWN, ['own', 'none'], 'none'],
  ['allow:b.example', OWN, ['own', 'allow'], 'allow'],
] as const)(
  'network %j where the server gives %j and the image can have %j is %s',
  (wish, network, networks, mode) => {
    expect(chosenNetwork(wish, { network, networks }).mode).toBe(mode)
  },
)

it('a network that the image cannot have is refused with those it can', () => {
  const refused = () => chosenNetwork('allow:b.example', { network: OWN, networks: ['own', 'none'] })
  expect(refused).toThrow('network allow cannot be had with this image here: use own or none')
})

const ofEngine = (request: object, platform?: string) =>
  planStart(
    startRequest.parse({ image: 'python:3.11', ...request }),
    IDENTITY as never,
    { ...DEFAULTS, platform, isOfEngine: true },
    0,
  ).platform

it('asks an engine for the platform of the request, else for the server’s', () => {
  expect(ofEngine({})).toBeUndefined()
  expect(ofEngine({}, 'linux/amd64')).toBe('linux/amd64')
  expect(ofEngine({ platform: 'linux/arm64' }, 'linux/amd64')).toBe('linux/arm64')
  expect(ofEngine({ platform: ' linux/arm/v7 ' })).toBe('linux/arm/v7')
  expect(ofEngine({ platform: null }, 'linux/amd64')).toBe('linux/amd64')
})

it.each(['arm64', 'windows/amd64', 'linux/', 'linux/arm64/v8/x', '--privileged', 'linux/arm64 --x'])(
  'takes no platform written as %s',
  (platform) => {
    expect(() => ofEngine({ platform })).toThrow(/Invalid platform/)
  },
)

it('has but the machine’s own processor for its own system', () => {
  const own = process.arch === 'arm64' ? 'linux/arm64' : 'linux/amd64'
  expect(plan({ platform: own }).platform).toBeUndefined()
  expect(() => plan({ platform: 'linux/s390x' })).toThrow(
    /cannot be had with this image here.*own system, linux\//,
  )
})

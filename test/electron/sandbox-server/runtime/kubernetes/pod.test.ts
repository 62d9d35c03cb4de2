import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  imageWords,
  labelsOf,
  loginManifest,
  networkManifest,
  type Pod,
  podManifest,
  podState,
  startWords,
} from '../../../../../electron/sandbox-server/runtime/kubernetes/pod.ts'
import type { IsolatePlan } from '../../../../../electron/sandbox-server/runtime/runtime.ts'

it('takes a platform as the nodes that have it', () => {
  const plan = {
    id: 'a',
    folder: '/nowhere',
    image: { kind: 'engine', layers: [], reference: 'python:3.11', env: {} },
    limits: { cpus: 1, memory: 1024, disk: Infinity, processes: 10 },
    network: { mode: 'own', hosts: [] },
  } as const
  const options = { name: 'a', labels: {}, runtimeClass: undefined, owners: [] }
  expect(podManifest(plan, options)).not.toHaveProperty('spec.nodeSelector')
  expect(podManifest({ ...plan, platform: 'linux/arm64/v8' }, options)).toMatchObject({
    spec: { nodeSelector: { 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'arm64' } },
  })
})

describe('what a start waits for', () => {
  const pod = (spec: Pod['spec'], status: Pod['status'] = {}): Pod => ({
    metadata: { name: 'a', namespace: 'b' },
    spec,
    status,
  })
  const waiting = (reason: string, message?: string): Pod['status'] => ({
    phase: 'Pending',
    containerStatuses: [{ state: { waiting: { reason, ...(message ? { message } : {}) } } }],
  })

  it.each<[string, Pod, string | undefined]>([
    ['no node yet', pod({}), 'Waiting for a node'],
    [
      'no node that takes it',
      pod(
        {},
        {
          conditions: [
            { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes: memory' },
          ],
        },
      ),
      'Waiting for a node: no node takes it (Unschedulable: 0/3 nodes: memory)',
    ],
    [
      'a node',
      pod({ nodeName: 'n1' }, waiting('ContainerCreating')),
      'Node n1 prepares the sandbox of image:1',
    ],
    ['nothing', pod({ nodeName: 'n1' }, { containerStatuses: [{ state: { running: {} } }] }), undefined],
  ])('is %s', (_, one, words) => {
    expect(startWords(one, 'image:1')).toBe(words)
  })

  it.each<[string, string | undefined, string | undefined]>([
    ['Pulling', 'Pulling image "image:1"', 'Downloading image:1 on node n1'],
    [
      'Pulled',
      'Successfully pulled image "image:1" in 12.3456s',
      'image:1 has been downloaded on node n1 in 12.3456s',
    ],
    ['Pulled', 'Container image "image:1" already present on machine', 'image:1 is there on node n1'],
    ['Scheduled', 'Successfully assigned', undefined],
  ])('of an event %s is %s: %s', (reason, message, words) => {
    expect(imageWords({ reason, ...(message ? { message } : {}), source: { host: 'n1' } }, 'image:1')).toBe(
      words,
    )
  })

  it.each([
    [
      'ErrImagePull',
      'dial tcp: connection refused',
      /cannot be pulled \(ErrImagePull: dial.*\): its registry cannot be reached$/,
    ],
    ['ErrImagePull', 'manifest unknown', /: its registry has no image of that name and tag$/],
    ['ErrImagePull', 'pull access denied, 401 Unauthorized', /: its registry wants a login/],
    [
      'ImagePullBackOff',
      'Back-off pulling image "x"',
      /waits before it tries again \(ImagePullBackOff: Back-off pulling image "x"\)$/,
    ],
    ['CreateContainerError', 'not found', /cannot be made \(CreateContainerError: not found\)$/],
  ])('fails by %s with the reason', (reason, message, words) => {
    expect(podState(pod({ nodeName: 'n' }, waiting(reason, message))).failure).toMatch(words)
  })
})

describe('the objects of a sandbox', () => {
  const plan: IsolatePlan = {
    id: 'a-',
    folder: '/nowhere',
    image: { kind: 'engine', layers: [], reference: 'registry.example:5000/app:1', env: {} },
    limits: { cpus: 0.5, memory: 1024.2, disk: 2048, processes: 10 },
    network: { mode: 'own', hosts: [] },
  }
  const owners = [{ apiVersion: 'v1', kind: 'Secret', name: 'r', uid: 'u' }]
  const place = { name: 'n', owner: 'o', owners }
  const pod = (more: Partial<IsolatePlan> = {}, options = {}) =>
    podManifest(
      { ...plan, ...more },
      { ...place, labels: labelsOf(plan, 'o'), runtimeClass: undefined, ...options },
    ) as {
      readonly metadata: object
      readonly spec: object & { readonly containers: readonly object[] }
    }

  it('are found by labels, and go with the record', () => {
    const metadata = {
      name: 'n',
      labels: { 'app.kubernetes.io/managed-by': 'orrery', 'orrery.owner': 'o', 'orrery.sandbox': 'a' },
      ownerReferences: owners,
    }
    expect(pod().metadata).toEqual(metadata)
    expect(networkManifest(plan, place)).toMatchObject({ metadata })
    expect(loginManifest({ ...plan, login: { username: 'u', password: 'p' } }, place)).toMatchObject({
      metadata,
    })
  })

  it('limit processor, memory and ephemeral storage, and request the memory in full', () => {
    expect(pod().spec.containers[0]).toMatchObject({
      resources: {
        limits: { cpu: '500m', memory: '1025', 'ephemeral-storage': '2048' },
        requests: { cpu: '50m', memory: '1025' },
      },
    })
    const free = pod({ limits: { ...plan.limits, disk: Infinity } }).spec.containers[0]
    expect(free).not.toHaveProperty('resources.limits.ephemeral-storage')
    expect(free).not.toHaveProperty('resources.requests.ephemeral-storage')
  })

  it('reserve no disk: without a request of its own, a limit is requested in full', () => {
    expect(pod().spec.containers[0]).toMatchObject({ resources: { requests: { 'ephemeral-storage': '0' } } })
  })

  it('are isolated by a runtime class where one is named, and hold no account', () => {
    expect(pod({}, { runtimeClass: 'gvisor' }).spec).toMatchObject({ runtimeClassName: 'gvisor' })
    expect(pod().spec).not.toHaveProperty('runtimeClassName')
    expect(pod().spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
    expect(pod().spec.containers[0]).toMatchObject({ securityContext: { allowPrivilegeEscalation: false } })
  })

  it.each([
    ['own', 2],
    ['none', 0],
  ] as const)('keep the network %s to %d ways out, and let nobody in', (mode, ways) => {
    const { spec } = networkManifest({ ...plan, network: { mode, hosts: [] } }, place) as {
      spec: { readonly egress: readonly object[] }
    }
    expect(spec).toMatchObject({
      podSelector: { matchLabels: { 'orrery.owner': 'o', 'orrery.sandbox': 'a' } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [],
    })
    expect(spec.egress).toHaveLength(ways)
  })

  it.each([
    ['a public address', '93.184.215.14', 443, true],
    ['a public name server', '9.9.9.9', 53, true],
    ['a machine beside the cluster', '192.168.7.7', 443, false],
    ['the cluster’s API', '10.96.0.1', 443, false],
    ['names on the node (NodeLocal DNSCache)', '169.254.20.10', 53, true],
    ['names on the node at the service’s address', '10.96.0.10', 53, true],
    ['another port of the node', '169.254.20.10', 8080, false],
    ['the metadata of a cloud', '169.254.169.254', 80, false],
    ['names that the metadata’s server answers', '169.254.169.254', 53, false],
  ])('let a network of its own reach %s (%s:%d): %s', (_, address, port, isOpen) => {
    interface Way {
      readonly to: readonly {
        readonly ipBlock?: { readonly cidr: string; readonly except: readonly string[] }
      }[]
      readonly ports?: readonly { readonly protocol: string; readonly port: number }[]
    }
    const { spec } = networkManifest(plan, place) as { spec: { readonly egress: readonly Way[] } }
    const has = (range: string): boolean => {
      const [network = '', bits = ''] = range.split('/')
      const list = new BlockList()
      list.addSubnet(network, Number(bits))
      return list.check(address)
    }
    for (const protocol of ['TCP', 'UDP'])
      expect(
        spec.egress.some(
          ({ to, ports }) =>
            (ports?.some((one) => one.protocol === protocol && one.port === port) ?? true) &&
            to.some(({ ipBlock }) => ipBlock && has(ipBlock.cidr) && !ipBlock.except.some(has)),
        ),
        protocol,
      ).toBe(isOpen)
  })
})

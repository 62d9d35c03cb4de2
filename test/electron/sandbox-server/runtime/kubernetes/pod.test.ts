import { describe, expect, it } from 'vitest'
import {
  imageWords,
  type Pod,
  podManifest,
  podState,
  startWords,
} from '../../../../../electron/sandbox-server/runtime/kubernetes/pod.ts'

it('takes a platform as the nodes that have it', () => {
  const plan = {
    id: 'a',
    folder: '/nowhere',
    image: { kind: 'engine', layers: [], reference: 'python:3.11', env: {} },
    limits: { cpus: 1, memory: 1024, disk: Infinity, processes: 10 },
    network: { mode: 'own', hosts: [] },
  } as const
  const options = { name: 'a', owner: 'b', runtimeClass: undefined, owners: [], secret: undefined }
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

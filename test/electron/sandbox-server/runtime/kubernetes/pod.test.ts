import { expect, it } from 'vitest'
import { podManifest } from '../../../../../electron/sandbox-server/runtime/kubernetes/pod.ts'

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

import { expect, it } from 'vitest'
import { chooseRuntime } from '../../../../electron/sandbox-server/runtime/choose.ts'
import type { Runtime } from '../../../../electron/sandbox-server/runtime/runtime.ts'

const OPTIONS = { wanted: 'auto', dataFolder: '/nowhere', images: '/nowhere' } as const
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  docker: ['own', 'shared', 'none'],
  bubblewrap: ['own', 'shared', 'none', 'allow'],
}
const runtimeOf = (name: string): Runtime => {
  const info = { name, networks: NETWORKS[name] ?? [], missing: [] as string[] }
  return { info, infoOf: () => info } as unknown as Runtime
}
const absent = (name: string): never => {
  throw new Error(`spawn ${name} ENOENT`)
}

it('waits for no backend before it tries the others', async () => {
  const tried: string[] = []
  let answerDocker = (): void => undefined
  const choice = chooseRuntime(OPTIONS, (name) => {
    tried.push(name)
    if (name !== 'docker') return Promise.resolve(runtimeOf(name)).then(() => absent(name))
    return new Promise((resolve) => (answerDocker = () => resolve(runtimeOf(name))))
  })
  await expect.poll(() => tried).toEqual(['docker', 'podman', 'bubblewrap', 'namespaces'])
  answerDocker()
  expect((await choice).runtime.info.name).toBe('docker')
})

it.each([
  [
    ['docker', 'podman', 'bubblewrap'],
    ['docker', 'bubblewrap'],
  ],
  [
    ['podman', 'bubblewrap'],
    ['docker: no', 'podman', 'bubblewrap'],
  ],
  [['namespaces'], ['docker: no', 'podman: no', 'bubblewrap: no', 'namespaces']],
  [[], ['docker: no', 'podman: no', 'bubblewrap: no', 'namespaces: no']],
])('where %j work it says %j', async (working, said) => {
  const { backends } = await chooseRuntime(OPTIONS, async (name) =>
    working.includes(name) ? runtimeOf(name) : absent(name),
  )
  expect(backends.map(({ name, works }) => (works ? name : `${name}: no`))).toEqual(said)
})

it('tries nothing beside the backend that was named', async () => {
  const tried: string[] = []
  const open = (name: string): Promise<Runtime> => {
    tried.push(name)
    return Promise.resolve(runtimeOf(name))
  }
  const { runtime } = await chooseRuntime({ ...OPTIONS, wanted: 'process' }, open)
  expect([runtime.info.name, tried]).toEqual(['process', ['process']])
})

it('beside an engine it gives each image the networks of its own backend', async () => {
  const { runtime } = await chooseRuntime(OPTIONS, async (name) =>
    NETWORKS[name] ? runtimeOf(name) : absent(name),
  )
  const of = (kind: 'local' | 'rootfs' | 'engine') =>
    runtime.infoOf({ kind, layers: [], reference: 'x', env: {} }).networks
  expect([of('local'), of('rootfs'), of('engine')]).toEqual([
    NETWORKS['bubblewrap'],
    NETWORKS['bubblewrap'],
    NETWORKS['docker'],
  ])
  expect([...runtime.info.networks].sort()).toEqual(['allow', 'none', 'own', 'shared'])
})

it.each([
  [
    ['docker', 'podman', 'bubblewrap', 'namespaces'],
    ['bubblewrap', 'bubblewrap', 'docker'],
  ],
  [
    ['podman', 'namespaces'],
    ['namespaces', 'namespaces', 'podman'],
  ],
  [['podman'], ['podman', 'podman', 'podman']],
])(
  'where %j work it is called, starts the local image and starts those of an engine by %j',
  async (working, names) => {
    const { runtime } = await chooseRuntime(OPTIONS, async (name) =>
      working.includes(name) ? runtimeOf(name) : absent(name),
    )
    const of = (kind: 'local' | 'engine') =>
      runtime.infoOf({ kind, layers: [], reference: 'x', env: {} }).name
    expect([runtime.info.name, of('local'), of('engine')]).toEqual(names)
  },
)

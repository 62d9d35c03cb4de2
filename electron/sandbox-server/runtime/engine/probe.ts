import { type RuntimeAbility, RuntimeFailure } from '../runtime.ts'
import { Engine } from './engine.ts'
import { EngineRuntime } from './runtime.ts'

const ABILITIES: readonly RuntimeAbility[] = [
  'file-system',
  'processes',
  'network',
  'memory-limit',
  'cpu-limit',
  'process-limit',
  'commit',
  'images',
  'users',
]

/** A client of a dead engine may block for long; a remote engine has network latency. */
const ANSWER_MS = { here: 8_000, elsewhere: 20_000 } as const

/** Addresses of remote engines. */
const IS_FAR = /^(?:tcp|https?|ssh):/

/** Asks the engine whether it works. @throws RuntimeFailure with its own message, after its address if it is remote */
export async function probeEngine(
  name: 'docker' | 'podman',
  options: { dataFolder: string },
): Promise<EngineRuntime> {
  const engine = new Engine(name)
  const endpoint = (await engine.endpoint()) ?? ''
  const isFar = IS_FAR.test(endpoint)
  const format = name === 'docker' ? '{{.ServerVersion}}' : '{{.Version.Version}} {{.Host.ServiceIsRemote}}'
  const timeout = isFar ? ANSWER_MS.elsewhere : ANSWER_MS.here
  const answer = await engine.run(['info', '--format', format], { timeout }).catch((error: Error) => {
    throw isFar ? new RuntimeFailure(`${endpoint}: ${error.message}`) : error
  })
  const [version = '', isRemote] = answer.split(' ')
  const missing = [
    'Disk use is measured, not limited: that depends on the engine’s storage.',
    'A sandbox’s own network is the engine’s, which also reaches the networks around this machine.',
  ]
  const networks = ['own', 'shared', 'none'] as const
  const info = { name, isolated: true, version, abilities: ABILITIES, networks, missing }
  // Whether the engine behind a Linux socket shares this file system shows when the first container looks for a folder; on other
  // systems there is a virtual machine.
  const mayShare = process.platform === 'linux' && !isFar
  const sharesFolders = mayShare && (isRemote !== 'true' || endpoint !== '')
  return new EngineRuntime(engine, info, options.dataFolder, sharesFolders)
}

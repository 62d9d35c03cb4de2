import type { RuntimeAbility } from '../runtime.ts'
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

/** A dead engine's client may wait for long. */
const ANSWER_MS = 8_000

/** Asks the engine whether it works here. @throws RuntimeFailure with its own words */
export async function probeEngine(
  name: 'docker' | 'podman',
  options: { dataFolder: string },
): Promise<EngineRuntime> {
  const engine = new Engine(name)
  const format = name === 'docker' ? '{{.ServerVersion}}' : '{{.Version.Version}}'
  const version = await engine.run(['info', '--format', format], { timeout: ANSWER_MS })
  const missing = [
    'Disk use is measured, not limited: that depends on the engine’s storage.',
    'A sandbox’s own network is the engine’s, which also reaches the networks around this machine.',
  ]
  const networks = ['own', 'shared', 'none'] as const
  const info = { name, isolated: true, version, abilities: ABILITIES, networks, missing }
  return new EngineRuntime(engine, info, options.dataFolder)
}

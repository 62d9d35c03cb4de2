import { createHash } from 'node:crypto'
import { probeBubblewrap } from './bubblewrap/probe.ts'
import { findCgroups } from './cgroups.ts'
import { CompositeRuntime } from './composite.ts'
import { probeEngine } from './engine/probe.ts'
import { probeNamespaces } from './namespaces/probe.ts'
import { ProcessRuntime } from './process-runtime.ts'
import { type Runtime, RuntimeFailure, type RuntimeName } from './runtime.ts'

export interface ChooseOptions {
  readonly wanted: 'auto' | RuntimeName
  readonly dataFolder: string
  readonly images: string
  readonly privateNetwork: boolean
}

/**
 * The strongest isolation this machine offers, or the one that was asked for: an engine for real images; for the local one
 * bubblewrap, or util-linux alone where that is not installed; both together where both work. Plain processes are never chosen: they must be named.
 * @throws RuntimeFailure that says what was tried and what to do
 */
export async function chooseRuntime(options: ChooseOptions): Promise<Runtime> {
  const { wanted } = options
  if (wanted === 'process') return new ProcessRuntime(options.dataFolder)
  if (wanted !== 'auto') return open(wanted, options)
  const reasons: string[] = []
  const attempt = (name: Exclude<RuntimeName, 'process'>) =>
    open(name, options).catch((error: unknown) => {
      reasons.push(`${name}: ${(error as Error).message}`)
      return undefined
    })
  const engine = (await attempt('docker')) ?? (await attempt('podman'))
  const own = (await attempt('bubblewrap')) ?? (await attempt('namespaces'))
  if (engine && own) return new CompositeRuntime(engine, own)
  if (engine ?? own) return (engine ?? own) as Runtime
  throw new RuntimeFailure(
    `sandboxes cannot be isolated on this machine (${reasons.join('; ')}). ` +
      'Install bubblewrap, docker or podman, or run them unprotected with --runtime process.',
  )
}

async function open(name: Exclude<RuntimeName, 'process'>, options: ChooseOptions): Promise<Runtime> {
  const { dataFolder, images, privateNetwork } = options
  if (name === 'docker' || name === 'podman') return probeEngine(name, { dataFolder, privateNetwork })
  const parent = `orrery-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}`
  const probe = name === 'bubblewrap' ? probeBubblewrap : probeNamespaces
  return probe({ dataFolder, images, cgroups: await findCgroups(parent), privateNetwork })
}

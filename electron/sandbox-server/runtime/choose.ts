import { createHash } from 'node:crypto'
import { type BackendReport, explain } from './advice.ts'
import { probeBubblewrap } from './bubblewrap/probe.ts'
import { findCgroups } from './cgroups.ts'
import { CompositeRuntime } from './composite.ts'
import { probeEngine } from './engine/probe.ts'
import { probeNamespaces } from './namespaces/probe.ts'
import { NoRuntime } from './no-runtime.ts'
import { ProcessRuntime } from './process-runtime.ts'
import type { Runtime, RuntimeName } from './runtime.ts'

export interface ChooseOptions {
  readonly wanted: 'auto' | Exclude<RuntimeName, 'none'>
  readonly dataFolder: string
  readonly images: string
}

/** The backend in use, and how each one that was tried did. */
export interface Choice {
  readonly runtime: Runtime
  readonly backends: readonly BackendReport[]
}

/**
 * The strongest isolation this machine offers, or the one that was asked for: an engine for real images; for the local one bubblewrap,
 * or util-linux alone where that is not installed; both together where both work. Plain processes are never chosen: they must be named.
 * Where nothing works the runtime is one that answers every start with the reason.
 */
export async function chooseRuntime(options: ChooseOptions): Promise<Choice> {
  const { wanted } = options
  const backends: BackendReport[] = []
  const attempt = async (name: Exclude<RuntimeName, 'none'>) => {
    try {
      const runtime = await open(name, options)
      backends.push({ name, works: true, commands: [] })
      return runtime
    } catch (error) {
      backends.push(explain(name, (error as Error).message))
      return undefined
    }
  }
  if (wanted !== 'auto') return { runtime: (await attempt(wanted)) ?? refusal(backends), backends }
  const engine = (await attempt('docker')) ?? (await attempt('podman'))
  const own = (await attempt('bubblewrap')) ?? (await attempt('namespaces'))
  const both = engine && own && new CompositeRuntime(engine, own)
  return { runtime: both ?? engine ?? own ?? refusal(backends), backends }
}

function refusal(backends: readonly BackendReport[]): Runtime {
  const reasons = backends.map(({ name, reason }) => `${name}: ${reason}`).join('; ')
  return new NoRuntime(
    `sandboxes cannot be isolated on this machine (${reasons}); install bubblewrap, docker or podman, or run them unprotected with --runtime process`,
  )
}

async function open(name: Exclude<RuntimeName, 'none'>, options: ChooseOptions): Promise<Runtime> {
  const { dataFolder, images } = options
  if (name === 'process') return new ProcessRuntime(dataFolder)
  if (name === 'docker' || name === 'podman') return probeEngine(name, { dataFolder })
  const parent = `orrery-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}`
  const probe = name === 'bubblewrap' ? probeBubblewrap : probeNamespaces
  return probe({ dataFolder, images, cgroups: await findCgroups(parent) })
}

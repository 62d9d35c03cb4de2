import { createHash } from 'node:crypto'
import { probeBubblewrap } from './bubblewrap/probe.ts'
import { findCgroups } from './cgroups.ts'
import { ProcessRuntime } from './process-runtime.ts'
import { type Runtime, RuntimeFailure, type RuntimeName } from './runtime.ts'

export interface ChooseOptions {
  readonly wanted: 'auto' | RuntimeName
  readonly dataFolder: string
  readonly privateNetwork: boolean
}

/** The strongest isolation this machine offers, or the one that was asked for. @throws RuntimeFailure that says what to do */
export async function chooseRuntime(options: ChooseOptions): Promise<Runtime> {
  const { wanted, dataFolder, privateNetwork } = options
  if (wanted === 'process') return new ProcessRuntime(dataFolder)
  if (wanted === 'auto' || wanted === 'bubblewrap') {
    const parent = `orrery-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}`
    const cgroups = await findCgroups(parent)
    return probeBubblewrap({ dataFolder, cgroups, privateNetwork })
  }
  throw new RuntimeFailure(`the backend ${wanted} is not available`)
}

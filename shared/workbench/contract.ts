import { connections } from './areas/connections.ts'
import { console } from './areas/console.ts'
import { data } from './areas/data.ts'
import { documents } from './areas/documents.ts'
import { batches } from './areas/batches.ts'
import { environments } from './areas/environments.ts'
import { episodes } from './areas/episodes.ts'
import { host } from './areas/host.ts'
import { investigations } from './areas/investigations.ts'
import { models } from './areas/models.ts'
import { recents } from './areas/recents.ts'
import { recordings } from './areas/recordings.ts'
import { sandboxes } from './areas/sandboxes.ts'
import { secrets } from './areas/secrets.ts'
import { settings } from './areas/settings.ts'
import { telemetry } from './areas/telemetry.ts'
import { terminals } from './areas/terminals.ts'
import { trace } from './areas/trace.ts'
import type { ContractClient } from './client.ts'
import type { ContractServer, Emit, EmitTo, Handlers } from './server.ts'

/** The complete contract between page and core; one file per area in `areas/`. */
export const contract = {
  host,
  connections,
  secrets,
  models,
  console,
  trace,
  telemetry,
  sandboxes,
  terminals,
  environments,
  episodes,
  recordings,
  batches,
  documents,
  investigations,
  settings,
  data,
  recents,
} as const

export type Contract = typeof contract
export type WorkbenchClient = ContractClient<Contract>
export type WorkbenchServer = ContractServer<Contract>
export type WorkbenchEmit = Emit<Contract>
export type WorkbenchEmitTo = EmitTo<Contract>
export type AreaHandlers<A extends keyof Contract> = Handlers<Contract[A]>

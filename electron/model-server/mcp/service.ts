import type { Desk } from '../../node/access/desk.ts'
import type { Drain } from '../../node/operation/drain.ts'
import type { Parse } from '../elements/files.ts'
import type { Telemetry } from '../telemetry/plan-run.ts'
import type { GraphStore } from '../graphstore/store.ts'
import type { Changes } from './changes.ts'

/** A request of the protocol that was answered, or stopped. */
export interface McpCall {
  readonly method: string
  readonly tool: string | undefined
  readonly workspace: string
  readonly outcome: 'ok' | 'failed' | 'cancelled'
  readonly ms: number
}

/** What the protocol serves: one store, and the policy it was started with. The same for every transport and session. */
export interface Service {
  readonly store: GraphStore
  /** Used when `params.workspace` names none. */
  readonly defaultWorkspace: string
  readonly writesEnabled: boolean
  /** The one workspace that whoever asks may reach; undefined: all. */
  readonly onlyWorkspace?: string
  /** Whether each write is asked about first. */
  readonly confirmsWrites?: boolean
  /** Folder that `model_import` may read, absolute and with symbolic links resolved. */
  readonly importRoot: string
  /** How model files are parsed; without it, where everything else is done. */
  readonly parse?: Parse
  readonly version: string
  /** Reads the page that shows a query's graph in hosts that show apps; without it no tool names one. */
  readonly graphApp?: () => Promise<string>
  readonly changes: Pick<Changes, 'listen' | 'announce'>
  /** Where calls that write pass; without it none are noted. */
  readonly desk?: Desk
  /** What an end of the server waits for. */
  readonly drain?: Drain
  /** Told of each request that was answered. */
  readonly onCall?: (call: McpCall) => void
  /** The endpoints that plans may be run against; without them no tool runs one. */
  readonly telemetry?: Telemetry | undefined
}

/** Ids that may name a workspace; docs/model-service.md#stores. Also keeps them usable as folder names. */
export const WORKSPACE_ID = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/

/** What is said of every other one, whether it is there or not. */
export const otherWorkspace = (workspace: string): string =>
  `This key is for the workspace ${workspace} and reaches no other; leave workspace out.`

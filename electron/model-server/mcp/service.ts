import type { OwnKey } from '#shared/sandbox/own-key.ts'
import type { Gatekeeper } from '../../node/access/gatekeeper.ts'
import type { Drain } from '../../node/operation/drain.ts'
import type { Parse } from '../elements/files.ts'
import type { Telemetry } from '../telemetry/plan-run.ts'
import type { GraphStore } from '../graphstore/store.ts'
import type { Changes } from './changes.ts'

/** An answered or cancelled protocol request. */
export interface McpCall {
  readonly method: string
  readonly tool: string | undefined
  readonly workspace: string
  readonly outcome: 'ok' | 'failed' | 'cancelled'
  readonly ms: number
}

/** What the protocol serves: a store and its policy, shared by all transports and sessions. */
export interface Service {
  readonly store: GraphStore
  /** Default for `params.workspace`. */
  readonly defaultWorkspace: string
  readonly writesEnabled: boolean
  /** The caller's key, as it is told to the caller; undefined: the server's own token, or none. */
  readonly key?: OwnKey
  /** The only workspace that the caller may access; undefined: all. */
  readonly onlyWorkspace?: string
  /** Whether each write must be confirmed. */
  readonly confirmsWrites?: boolean
  /** Folder that `model_import` may read, absolute and with symbolic links resolved; undefined: no files. */
  readonly importRoot: string | undefined
  /** Parses model files; absent: in the main thread. */
  readonly parse?: Parse
  readonly version: string
  /** Loads the graph page for hosts that support apps; without it, no tool refers to one. */
  readonly graphApp?: () => Promise<string>
  readonly changes: Pick<Changes, 'listen' | 'announce'>
  /** Checks and audits writes; without it, none are audited. */
  readonly desk?: Gatekeeper
  /** Tracks running work for a graceful shutdown. */
  readonly drain?: Drain
  /** Called after each answered request. */
  readonly onCall?: (call: McpCall) => void
  /** Endpoints for plans; without them there is no tool to run one. */
  readonly telemetry?: Telemetry | undefined
}

/** Valid workspace ids (docs/model-service.md#stores), which are also safe folder names. */
export const WORKSPACE_ID = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/

/** Refusal for any other workspace, whether it exists or not. */
export const otherWorkspace = (workspace: string): string =>
  `This key is for the workspace ${workspace} and reaches no other; leave workspace out.`

import type { IncomingHttpHeaders } from 'node:http'
import type { AuditLog } from '../../../node/access/audit.ts'
import { Gatekeeper } from '../../../node/access/gatekeeper.ts'
import { CallRate } from '../../../node/access/holders.ts'
import type { KeyRing } from '../../../node/access/key-ring.ts'
import { hasRole } from '#shared/sandbox/own-key.ts'
import { type Key, ownKeyOf } from '../../../node/access/keys.ts'
import type { SharedUsage } from '../../../node/access/shared-usage.ts'
import { bearerOf, isSecret } from '../../../node/guard.ts'
import type { GraphStore } from '../../graphstore/store.ts'
import { ServiceError } from '../../service-error.ts'
import { otherWorkspace, type Service } from '../service.ts'

/** A caller, and the service restricted to its permissions. */
export interface Caller {
  /** Undefined for the server's own token, or when no token is required. */
  readonly key: Key | undefined
  readonly service: Service
}

interface Demands {
  readonly token: string | undefined
  /** Without keys only the token is accepted. */
  readonly keys: KeyRing | undefined
  readonly audit?: AuditLog | undefined
  /** What servers of the same keys count together. */
  readonly usage?: (() => SharedUsage | undefined) | undefined
}

/**
 * Authenticates callers. Uses the sandbox server's keys: a namespace is a workspace there, a viewer reads, a
 * user reads and writes.
 */
export class Callers {
  readonly #service: Service
  readonly #demands: Demands
  readonly #known = new Map<string, Caller>()
  readonly #rate: CallRate | undefined
  readonly #noted: Caller

  constructor(service: Service, demands: Demands) {
    this.#service = service
    this.#demands = demands
    const { keys, audit, usage } = demands
    this.#rate = keys && new CallRate(keys, usage && (() => ifPossible(usage)))
    const desk = new Gatekeeper({ key: undefined, role: 'admin' }, { audit })
    this.#noted = { key: undefined, service: { ...service, desk } }
  }

  /** @returns undefined when access is denied */
  find({ authorization }: IncomingHttpHeaders): Caller | undefined {
    const { token, keys, audit } = this.#demands
    const given = bearerOf(authorization)
    if (token === undefined ? !keys : isSecret(given, token)) {
      // Without keys there is nobody to distinguish from the token's owner.
      return keys?.isEmpty === false ? this.#noted : { key: undefined, service: this.#service }
    }
    const key = given === undefined ? undefined : keys?.withSecret(given)
    if (!key) return undefined
    const known = this.#known.get(key.id)
    if (known?.key === key) return known
    const service = {
      ...serviceOf(key, this.#service),
      desk: new Gatekeeper({ key, role: key.role }, { audit }),
    }
    const caller: Caller = { key, service }
    this.#known.set(key.id, caller)
    return caller
  }

  /** Counts a call. @returns why it is rate-limited, if so */
  tooSoon({ key }: Caller): ReturnType<CallRate['tooSoon']> {
    return key && this.#rate?.tooSoon(key)
  }

  /** Whether what a key opened may continue: the key is still valid, with the same role and workspace. */
  holds(key: Key | undefined): boolean {
    if (!key) return true
    const now = this.#demands.keys?.withId(key.id)
    return now?.role === key.role && now.namespace === key.namespace
  }

  /** Calls the listener periodically, so that what a key opened can be closed when it expires. */
  watch(listener: () => void): () => void {
    return this.#demands.keys?.watch(listener) ?? (() => undefined)
  }
}

/** The next session that counts towards a cap says why it is not. */
function ifPossible(usage: () => SharedUsage | undefined): SharedUsage | undefined {
  try {
    return usage()
  } catch {
    return undefined
  }
}

function serviceOf(key: Key, service: Service): Service {
  const { role, namespace } = key
  const own: Service = {
    ...service,
    key: ownKeyOf(key),
    defaultWorkspace: namespace,
    writesEnabled: service.writesEnabled && hasRole(role, 'user'),
  }
  if (role === 'admin') return own
  return {
    ...own,
    onlyWorkspace: namespace,
    store: storeOf(namespace, service.store),
    changes: {
      listen: (listener) =>
        service.changes.listen((workspace) => {
          if (workspace === namespace) listener(workspace)
        }),
      announce: (workspace) => service.changes.announce(workspace),
    },
  }
}

/** Restricts a store to one workspace. The refusal of others does not reveal whether they exist. */
function storeOf(workspace: string, store: GraphStore): GraphStore {
  return {
    provider: store.provider,
    capabilities: store.capabilities,
    workspace(name) {
      if (name === workspace) return store.workspace(name)
      throw new ServiceError('INVALID_ARGUMENT', otherWorkspace(workspace), { argument: 'workspace' })
    },
    workspaces: async (signal) => (await store.workspaces(signal)).filter((name) => name === workspace),
    health: (signal) => store.health(signal),
    close: () => store.close(),
  }
}

import type { IncomingHttpHeaders } from 'node:http'
import type { KeyRing } from '../../../node/access/key-ring.ts'
import { hasRole, type Key } from '../../../node/access/keys.ts'
import { bearerOf, isSecret } from '../../../node/guard.ts'
import type { GraphStore } from '../../graphstore/store.ts'
import { ServiceError } from '../../service-error.ts'
import { otherWorkspace, type Service } from '../service.ts'

/** Who asks, and the service as he may use it. */
export interface Caller {
  /** Undefined for whoever has the server's own token, or where none is demanded. */
  readonly key: Key | undefined
  readonly service: Service
}

interface Demands {
  readonly token: string | undefined
  /** Without keys only the token counts. */
  readonly keys: KeyRing | undefined
}

/** Tells who asks. Keys are those of the sandbox server: a namespace is a workspace there, a viewer reads, a user reads and writes. */
export class Callers {
  readonly #service: Service
  readonly #demands: Demands
  readonly #known = new Map<string, Caller>()

  constructor(service: Service, demands: Demands) {
    this.#service = service
    this.#demands = demands
  }

  /** @returns undefined for nobody who may ask */
  find({ authorization }: IncomingHttpHeaders): Caller | undefined {
    const { token, keys } = this.#demands
    const given = bearerOf(authorization)
    const owner: Caller = { key: undefined, service: this.#service }
    if (token === undefined ? !keys : isSecret(given, token)) return owner
    const key = given === undefined ? undefined : keys?.withSecret(given)
    if (!key) return undefined
    const known = this.#known.get(key.id)
    if (known?.key === key) return known
    const caller: Caller = { key, service: serviceOf(key, this.#service) }
    this.#known.set(key.id, caller)
    return caller
  }

  /** Whether what a key opened may go on: it is valid, and of the same role and workspace as then. */
  holds(key: Key | undefined): boolean {
    if (!key) return true
    const now = this.#demands.keys?.withId(key.id)
    return now?.role === key.role && now.namespace === key.namespace
  }

  /** Calls back now and then, so that what a key opened can end with it. */
  watch(listener: () => void): () => void {
    return this.#demands.keys?.watch(listener) ?? (() => undefined)
  }
}

function serviceOf(key: Key, service: Service): Service {
  const { role, namespace } = key
  const own: Service = {
    ...service,
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

/** One workspace of a store. That another one is refused says nothing of whether there is one of that name. */
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

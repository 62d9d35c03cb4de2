import { isFields } from '#shared/json/fields.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { TelemetryDefinition } from '#shared/telemetry/definition.ts'
import { type Endpoint, endpointOf, jsonOf, refusalOf, send } from '../../node/telemetry/endpoint.ts'
import { expandText, MissingValue, type Placeholders } from '../../node/placeholders.ts'
import { fetchTrusting } from '../../node/outgoing.ts'
import type { SecretMask } from '../../node/secret-mask.ts'
import { type ProbeFailure, unresolved } from '../connections/platform-probe.ts'
import { WatchedAddress, type WatchedOptions } from '../connections/watched-address.ts'

/** Timeout of a health check in seconds. */
const PROBE_TIMEOUT_SECONDS = 8

export interface TelemetryOptions extends WatchedOptions {
  readonly definition: TelemetryDefinition
  readonly mask: SecretMask
}

/** A connection to a metrics or logs endpoint. It is only read. */
export class TelemetryConnection extends WatchedAddress {
  readonly #options: TelemetryOptions
  #own: ReturnType<typeof fetchTrusting> | undefined

  constructor(options: TelemetryOptions) {
    super(options)
    this.#options = options
  }

  get info(): Connection {
    const { url, speaks, storages = [] } = this.#options.definition
    return { ...this.watched, kind: 'telemetry', address: url || undefined, speaks, storages }
  }

  /** @throws WorkbenchError when it is disabled or a placeholder has no value */
  async endpoint(): Promise<Endpoint> {
    const { name, state } = this.watched
    if (state === 'stopped') throw workbenchError('NOT_CONNECTED.off', { name })
    try {
      return await this.#resolve()
    } catch (error) {
      if (!(error instanceof MissingValue)) throw error
      throw new WorkbenchError({ code: 'TELEMETRY_UNREACHABLE', ...error.localized })
    }
  }

  override kill(): void {
    super.kill()
    this.#own?.close()
  }

  override async dispose(): Promise<void> {
    await super.dispose()
    this.#own?.close()
  }

  protected probe(): Promise<ProbeFailure | undefined> {
    return this.#resolve().then(probeEndpoint, unresolved)
  }

  async #resolve(): Promise<Endpoint> {
    const { definition, placeholders } = this.#options
    if (definition.caFile !== undefined && !this.#own)
      this.#own = fetchTrusting(await expandText(definition.caFile, placeholders))
    return endpointOf(this.#options, this.#own?.fetch)
  }
}

/** Checks a definition before it is saved and returns what is wrong with it. */
export async function checkTelemetry(
  name: string,
  definition: TelemetryDefinition,
  placeholders: Placeholders,
  mask: SecretMask,
): Promise<ProbeFailure['why'] | undefined> {
  const options = {
    id: '',
    name,
    definition,
    placeholders,
    mask,
    onChange: () => undefined,
    onLog: () => undefined,
  }
  const tried = new TelemetryConnection(options)
  try {
    await tried.start()
    const { failure } = tried.info
    return failure?.said && { message: failure.message, hint: failure.hint, said: failure.said }
  } finally {
    await tried.dispose()
  }
}

/**
 * Checks only that a server of that protocol answers, by a query without data or a request for its identity.
 */
async function probeEndpoint(endpoint: Endpoint): Promise<ProbeFailure | undefined> {
  const metrics = endpoint.protocol === 'prometheus'
  const limited = { ...endpoint, timeLimit: Math.min(endpoint.timeLimit, PROBE_TIMEOUT_SECONDS) }
  const request = {
    method: 'GET',
    path: metrics ? '/api/v1/query?query=1' : '/',
    headers: {},
    body: undefined,
  } as const
  try {
    const sent = await send(limited, request, new AbortController().signal)
    // A key with search permission may lack the permission to read the cluster's name.
    if (!metrics && sent.status === 403) return undefined
    const value = jsonOf(endpoint, sent, refusalOf)
    const isOurs = metrics ? isFields(value) && value['status'] === 'success' : isFields(value)
    if (isOurs) return undefined
    const { name } = endpoint
    throw workbenchError('TELEMETRY_MALFORMED', { name, ...words(metrics), reason: sent.text.slice(0, 120) })
  } catch (error) {
    if (!(error instanceof WorkbenchError) || !error.said) throw error
    const { code, message, hint, said } = error
    return {
      kind:
        code === 'TELEMETRY_REFUSED'
          ? 'refused'
          : code === 'TELEMETRY_UNREACHABLE'
            ? 'unreachable'
            : 'broken',
      why: { message, hint, said },
    }
  }
}

const words = (metrics: boolean) => ({ protocol: metrics ? 'Prometheus' : 'Elasticsearch' })

import { parse } from 'yaml'
import { type Protocol, PROTOCOLS } from '#shared/telemetry/answer.ts'
import type { TelemetryDefinition } from '#shared/telemetry/definition.ts'
import { TelemetryConnection, type TelemetryOptions } from '../telemetry-connection.ts'
import incident from './incident.yaml'
import { RecordedEndpoint } from './recorded-endpoint.ts'
import { recordingOf, type RecordingFile } from './recording.ts'

/** Connection names of the incident sample (electron/model-server/samples/incident-telemetry.ts). */
const STORAGES: Readonly<Record<Protocol, string>> = {
  prometheus: 'platform/platform.prometheus.shop',
  elasticsearch: 'platform/platform.elasticsearch.shop',
}

/** A telemetry connection to the built-in endpoint, which starts listening on first use. */
class RecordedConnection extends TelemetryConnection {
  readonly #endpoint: RecordedEndpoint

  constructor(options: TelemetryOptions, endpoint: RecordedEndpoint) {
    super(options)
    this.#endpoint = endpoint
  }

  override async start(): Promise<void> {
    await this.#endpoint.open()
    await super.start()
  }

  override async dispose(): Promise<void> {
    await super.dispose()
    await this.#endpoint.close()
  }
}

/**
 * Returns two connections to the telemetry recorded for the incident sample, one for metrics and one for logs. Both are
 * disabled at first.
 */
export function recordedConnections(
  options: (protocol: Protocol) => Omit<TelemetryOptions, 'definition'>,
): readonly TelemetryConnection[] {
  const endpoint = new RecordedEndpoint(() => recordingOf(parse(incident) as RecordingFile))
  return PROTOCOLS.map((protocol) => {
    const own = options(protocol)
    own.mask.note('recorded-telemetry', endpoint.token)
    return new RecordedConnection(
      {
        ...own,
        get definition(): TelemetryDefinition {
          return {
            speaks: protocol,
            url: endpoint.url && `${endpoint.url}/${protocol}`,
            headers: { Authorization: `Bearer ${endpoint.token}` },
            storages: [STORAGES[protocol]],
          }
        },
      },
      endpoint,
    )
  })
}

import { parse } from 'yaml'
import { type Protocol, PROTOCOLS } from '#shared/telemetry/answer.ts'
import type { TelemetryDefinition } from '#shared/telemetry/definition.ts'
import { TelemetryConnection, type TelemetryOptions } from '../telemetry-connection.ts'
import incident from './incident.yaml'
import { RecordedEndpoint } from './recorded-endpoint.ts'
import { recordingOf, type RecordingFile } from './recording.ts'

/** The storages of the incident’s sample (electron/model-server/samples/incident-telemetry.ts). */
const STORAGES: Readonly<Record<Protocol, string>> = {
  prometheus: 'platform/platform.prometheus.shop',
  elasticsearch: 'platform/platform.elasticsearch.shop',
}

/** A telemetry connection like others, to an endpoint of our own that listens from its first start on. */
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

/** What was recorded around the incident of the sample, as a connection for metrics and one for logs; both are off at first. */
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

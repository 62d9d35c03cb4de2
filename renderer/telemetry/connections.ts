import { connectionFor } from '#shared/telemetry/match.ts'
import type { TelemetryPlan } from '#shared/telemetry/plan.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { EMBEDDED_INCIDENT } from '#shared/workbench/embedded.ts'
import { workbench } from '../app/workbench.ts'

/**
 * The connections that speak a plan's protocol, and the one assigned to its storage. A built-in recording has only
 * the data of its own sample: for another model's storage it would answer that there is none.
 */
export function connectionsFor(plan: TelemetryPlan, connections: readonly Connection[]) {
  const able = connections.flatMap((connection) => {
    const { speaks, address, storages = [] } = connection
    return speaks === plan.protocol && address !== undefined
      ? [{ ...connection, speaks, address, storages }]
      : []
  })
  const matched = connectionFor(plan, able)
  return { able: able.filter((one) => !one.embedded || one.id === matched?.id), matched }
}

/** What a query's plan needs that cannot be met: no such endpoint is connected, and the model has no recording. */
export function lacks(
  query: string,
  model: string | undefined,
  connections: readonly Connection[],
): Connection['speaks'] {
  const protocol = /\bget_logs\(/.test(query)
    ? 'elasticsearch'
    : /\bget_metrics\(/.test(query)
      ? 'prometheus'
      : undefined
  const isMet =
    model === EMBEDDED_INCIDENT ||
    connections.some(({ embedded, speaks }) => !embedded && speaks === protocol)
  return isMet ? undefined : protocol
}

/** Assigns a storage of the model to a connection, so that its plans run there. */
export async function assignStorage(storage: string, { name }: Connection): Promise<void> {
  const { telemetry } = await workbench.call('connections.definitions', {})
  for (const one of telemetry) {
    const storages = Array.isArray(one.definition['storages']) ? one.definition['storages'].map(String) : []
    const without = storages.filter((each) => each !== storage)
    const wanted = one.name === name ? [...without, storage] : without
    if (wanted.join('\n') === storages.join('\n')) continue
    const definition = { ...one.definition, storages: wanted.length > 0 ? wanted : undefined }
    await workbench.call('connections.save', { kind: 'telemetry', name: one.name, definition })
  }
}

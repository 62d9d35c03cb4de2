import { connectionFor } from '#shared/telemetry/match.ts'
import type { TelemetryPlan } from '#shared/telemetry/plan.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { workbench } from '../app/workbench.ts'

/** The connections that speak a plan's protocol, and the one assigned to its storage. */
export function connectionsFor(plan: TelemetryPlan, connections: readonly Connection[]) {
  const able = connections.flatMap((connection) => {
    const { speaks, address, storages = [] } = connection
    return speaks === plan.protocol && address !== undefined
      ? [{ ...connection, speaks, address, storages }]
      : []
  })
  return { able, matched: connectionFor(plan, able) }
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

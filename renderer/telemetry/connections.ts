import { connectionFor } from '#shared/telemetry/match.ts'
import type { TelemetryPlan } from '#shared/telemetry/plan.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { workbench } from '../app/workbench.ts'

/** The connections that speak what a plan needs, and the one that its storage belongs to. */
export function connectionsFor(plan: TelemetryPlan, connections: readonly Connection[]) {
  const able = connections.flatMap((connection) => {
    const { speaks, address, storages = [] } = connection
    return speaks === plan.protocol && address !== undefined
      ? [{ ...connection, speaks, address, storages }]
      : []
  })
  return { able, matched: connectionFor(plan, able) }
}

/** Gives a storage of the model to a connection, so that its plans are run by it from now on. */
export async function giveStorage(storage: string, { name }: Connection): Promise<void> {
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

import { expect, it, vi } from 'vitest'
import type { TelemetryPlan } from '#shared/telemetry/plan.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { EMBEDDED_INCIDENT, EMBEDDED_MODEL } from '#shared/workbench/embedded.ts'

vi.stubGlobal('navigator', { platform: 'Linux' })
const { connectionsFor, lacks } = await import('../../../renderer/telemetry/connections.ts')

const logs = (id: string, more: Partial<Connection>): Connection =>
  ({
    id,
    name: id,
    kind: 'telemetry',
    state: 'ready',
    speaks: 'elasticsearch',
    address: `http://${id}:9200`,
    ...more,
  }) as Connection
const recorded = logs('recorded', { embedded: true })
const own = logs('own', {})
const plan = (endpoint: string): TelemetryPlan =>
  ({ protocol: 'elasticsearch', storage: 'devops/logs', endpoint }) as TelemetryPlan

it('offers a recording only for its own storage', () => {
  const ids = (endpoint: string): string[] =>
    connectionsFor(plan(endpoint), [recorded, own]).able.map(({ id }) => id)
  expect(ids('http://elsewhere:9200')).toEqual(['own'])
  expect(ids('http://recorded:9200')).toEqual(['recorded', 'own'])
})

it('tells what a query needs that is not connected', () => {
  const query = ".entity_set with(name='s') | entity-call get_logs('devops', 'devops.log.service')"
  expect(lacks(query, EMBEDDED_MODEL, [recorded])).toBe('elasticsearch')
  expect(lacks(query.replace('get_logs', 'get_metrics'), EMBEDDED_MODEL, [own])).toBe('prometheus')
  expect(lacks(query, EMBEDDED_MODEL, [own])).toBeUndefined()
  expect(lacks(query, EMBEDDED_INCIDENT, [recorded])).toBeUndefined()
  expect(lacks('.entity | limit 5', EMBEDDED_MODEL, [])).toBeUndefined()
})

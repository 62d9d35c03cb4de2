import { beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from './server.ts'

let incident: TestServer
let quickstart: TestServer
beforeAll(async () => {
  incident = await testServer({ sample: 'incident-investigation' })
  quickstart = await testServer({ sample: 'quickstart' })
})

describe('the samples have a history, from the times that their own data tell', () => {
  const names = async (
    server: TestServer,
    set: string,
    range?: { readonly from: string; readonly to: string },
  ): Promise<unknown[]> => {
    const query = `.entity with(name='${set}') | sort display_name | project display_name`
    const rows = await server.rows(query, range ? { time_range: range } : {})
    return rows.map((row) => row['display_name'])
  }
  const morning = { from: '2024-06-18T09:00:00Z', to: '2024-06-18T09:52:00Z' }

  it.each([
    ['platform.incident', morning, ['INC-0031 expired keys', 'INC-0039 slow baskets']],
    ['platform.config_change', morning, ['basket cache longer', 'checkout retries up', 'promotion boost']],
    ['business.promotion', morning, ['Back to School', 'New Year Deals']],
    [
      'platform.deployment',
      { from: '2024-06-11T00:00:00Z', to: '2024-06-13T00:00:00Z' },
      ['auth v4.1.0', 'search v7.7'],
    ],
    ['platform.team', { from: '2024-01-02T00:00:00Z', to: '2024-01-03T00:00:00Z' }, expect.any(Array)],
  ])('%s', async (set, range, expected) => {
    expect(await names(incident, set, range)).toEqual(expected)
  })

  it('a deployment replaces pods: the former ones are found with a time range only', async () => {
    const set = 'runtime.pod'
    const former = ['payment-gateway-6e-a', 'payment-gateway-6e-b']
    const before = await names(incident, set, { from: '2024-06-18T08:00:00Z', to: '2024-06-18T08:30:00Z' })
    expect(before).toEqual(expect.arrayContaining(former))
    expect(before).not.toContain('payment-gateway-7f-a')
    const now = await names(incident, set)
    expect(now).toHaveLength(13)
    expect(now).not.toEqual(expect.arrayContaining(former))
    expect(now).toContain('payment-gateway-7f-a')
  })

  it.each([
    ['quickstart', () => quickstart, 'k8s.pod', 'checkout-5f1e-a'],
    ['incident', () => incident, 'runtime.pod', 'payment-gateway-6e-a'],
  ])('%s: a relation exists while both of its ends do', async (_, server, set, pod) => {
    const query = `.topo with(dest='${set.split('.')[0]}/${set}/*') | stats count() as n`
    const ever = { time_range: { from: '1970-01-01T00:00:00Z' } }
    const [now] = await server().rows(query)
    const [all] = await server().rows(query, ever)
    expect(Number(all?.['n'])).toBeGreaterThan(Number(now?.['n']))
    const [row] = await server().rows(`.entity with(name='${set}') | where display_name = '${pod}'`, ever)
    expect(row).toMatchObject({ __method__: 'Expire', __deleted__: true })
  })

  it('fields of a set are its columns without the times of its lines', async () => {
    const rows = await incident.rows(".model with(name='runtime.pod')")
    expect(JSON.stringify(rows)).toContain('restarts')
    expect(JSON.stringify(rows)).not.toMatch(/"(since|until)"/)
  })
})

it('every text of the samples is there in Chinese, too', async () => {
  for (const server of [incident, quickstart]) {
    const rows = await server.rows('.model | limit 200')
    expect(JSON.stringify(rows).match(/\{"en_us":"[^"]*"\}/g)).toBeNull()
  }
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '#shared/workbench/areas/connections.ts'

vi.stubGlobal('navigator', { platform: 'Linux' })
await import('../messages.ts')
const { answers } = await import('../../../renderer/app/palette-rank.ts')
const { elsewhere, searched } = await import('../../../renderer/app/palette-elsewhere.ts')
const { text } = await import('../../../renderer/i18n/text.ts')
const { startBench } = await import('../../../renderer/start/bench.ts')
const { searchHelp } = await import('../../../renderer/start/help/palette-search.ts')
const { searchSettings } = await import('../../../renderer/settings/palette-search.ts')
const { searchServers } = await import('../../../renderer/explorer/palette-search.ts')
const { useWorkbench, workbench } = await import('../../../renderer/app/workbench.ts')

afterEach(() => vi.restoreAllMocks())

const ofStart = (startBench.commands ?? []).map(({ id, title, more }) => ({
  id,
  title: typeof title === 'string' ? text(title) : title(text),
  more: more && text(more),
  group: text(startBench.title),
}))

it.each([
  ['payment', 'Payment is slow. Find out why'],
  ['slow', 'Payment is slow. Find out why'],
  ['start the investigation', 'Payment is slow. Find out why'],
  ['depends', 'What does checkout-api depend on?'],
  ['test an agent', 'Watch a solver play Wordle'],
  ['how do I write a query', 'Write a query'],
  ['how do I write a query?', 'Write a query'],
  ['what is a runbook', 'Runbook'],
])('answers %s', async (typed, first) => {
  const found = answers([...ofStart, ...(await searchHelp())], typed)
  expect(found[0]?.[1][0]?.title).toBe(first)
})

it.each([
  ['keys', ['Keys'], ['START', 'FORBIDDEN']],
  ['version', ['About'], ['FILE_CHANGED', 'EDIT_MISMATCH']],
  ['refused', ['FILE_REFUSED'], []],
])('“%s” finds %j, and no error by its description', async (typed, wanted, unwanted) => {
  const found = answers([...searchSettings(), ...(await searchHelp())], typed).flatMap(([, members]) =>
    members.map(({ title }) => title),
  )
  expect(found).toEqual(expect.arrayContaining(wanted))
  expect(found.filter((title) => unwanted.includes(title))).toEqual([])
})

it('puts what can be done before what can be read', async () => {
  const run = { id: 'query.sort', title: 'Sort', group: 'Query' }
  expect(answers([...(await searchHelp()), run], 'sort')[0]?.[1][0]).toBe(run)
})

const server = (id: string, more: Partial<Connection>): Connection =>
  ({ id, name: id, kind: 'model', state: 'ready', prefix: 'model', ...more }) as Connection

it('offers the model servers that do not run, and says which were searched', () => {
  const all = [
    server('Shop', {}),
    server('Tools only', { prefix: undefined }),
    server('Incident', { state: 'stopped' }),
    server('Slow', { state: 'starting' }),
    server('Not allowed yet', { state: 'stopped', consent: { launch: {} as never } }),
  ]
  expect(searched(all)).toEqual(['Shop'])
  expect(elsewhere(all).map(({ title, disabled }) => [title, disabled === undefined])).toEqual([
    ['Start Incident and search it too', true],
    ['Start Slow and search it too', false],
  ])
})

it('searches the entities of every model server that runs and the elements of others, and names these', async () => {
  useWorkbench.setState({
    connections: [server('Shop', {}), server('Incident', {}), server('Other', { state: 'stopped' })],
    chosen: { model: 'Shop' },
  })
  const row = { __domain__: 'p', __entity_type__: 'p.service', __entity_id__: '1', display_name: 'payment' }
  const asked: string[] = []
  const element = { domain: 'p', kind: 'metric_set', name: 'p.metric.payment', schema: {}, spec: {} }
  vi.spyOn(workbench, 'call').mockImplementation((async (
    _: string,
    input: { connection: string; query: string },
  ) => {
    const source = /^\.\w+/.exec(input.query)?.[0] ?? ''
    asked.push(`${input.connection} ${source}`)
    const rows = input.connection === 'Incident' ? [source === '.entity' ? row : element] : []
    return { isError: false, text: '', structured: { output: { rows } } }
  }) as unknown as typeof workbench.call)
  const found = await searchServers('payment', new AbortController().signal)
  expect(asked).toEqual(['Shop .entity', 'Incident .entity', 'Incident .model'])
  expect(found.map(({ title, more }) => [title, more])).toEqual([
    ['p.metric.payment', 'metric set · Incident'],
    ['payment', 'p.service · Incident'],
    ['Search all entities for “payment” in Query', undefined],
  ])
})

describe('a question in plain words', () => {
  const entity = (id: string, type: string, status: string) => ({
    __domain__: 'p',
    __entity_type__: type,
    __entity_id__: id,
    display_name: id,
    status,
  })
  const asked: string[] = []
  const answer = (query: string): Record<string, unknown>[] => {
    if (query.startsWith('.entity\n'))
      return [entity('payment', 'p.service', 'degraded'), entity('checkout', 'p.workload', 'degraded')]
    if (!query.includes("query='on_call'")) return []
    const fields = [{ name: 'on_call', type: 'string' }]
    return [
      {
        kind: 'entity_set',
        domain: 'p',
        name: 'p.team',
        metadata: { display_name: 'Team' },
        spec: { fields },
      },
      // Some servers take no notice of what is searched for.
      { kind: 'entity_set', domain: 'p', name: 'p.other', metadata: { display_name: 'Other' }, spec: {} },
    ]
  }
  const listed = async (typed: string) => {
    asked.length = 0
    useWorkbench.setState({ connections: [server('Shop', {})], chosen: { model: 'Shop' } })
    vi.spyOn(workbench, 'call').mockImplementation((async (_: string, { query }: { query: string }) => {
      asked.push(query)
      return { isError: false, text: '', structured: { output: { rows: answer(query) } } }
    }) as unknown as typeof workbench.call)
    const found = await searchServers(typed, new AbortController().signal)
    const rest = [...(await searchHelp()), ...found.filter(({ last }) => !last)]
    return {
      first: answers(rest, typed)[0]?.[1].map(({ title }) => title),
      last: found.find(({ last }) => last)?.title,
    }
  }

  it.each([
    ['checkout-service', 'checkout-service'],
    ['INC-77', 'inc-77'],
    ['where is 5.12.0?', '5.12.0'],
  ])('asks for a name as it is spelt: “%s”', async (typed, name) => {
    await listed(typed)
    expect(asked[0]).toContain(`'${name}'`)
  })

  it('is answered with the entities in the state that it names, of the kind that it names', async () => {
    expect(await listed('services that are degraded')).toEqual({
      first: ['payment'],
      last: 'List the entities in such states in Query',
    })
    expect(asked[0]).toContain("status in ['degraded', 'Degraded']")
  })

  it('about errors is answered with what is not well, not with the codes of errors', async () => {
    expect((await listed('show me errors')).first).toEqual(['payment', 'checkout'])
    expect(asked[0]).toContain("'unhealthy'")
  })

  it('is answered with the entity set that has a field of that name', async () => {
    const { first, last } = await listed('who is on call')
    expect(first).toEqual(['Team', 'Other'])
    expect(last).toBe('Search all entities for “who is on call” in Query')
  })
})

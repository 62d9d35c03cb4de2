import { beforeEach, expect, it, vi } from 'vitest'

// Hues are assigned once per page; each test reloads the module.
beforeEach(() => vi.resetModules())

const NAMES = ['devops', 'k8s', 'automaker', 'game', 'supplier', 'apm']

const TYPES = ['apm.service', 'k8s.pod', 'k8s.node', 'devops.team']

/** The looks of domains and entity types after loading a model with them in this order. */
async function looksOf(domains: readonly string[], types: readonly string[]) {
  const {
    domainHue,
    kindFacts,
    assignStyles: assignLooks,
  } = await import('../../../renderer/graph/scene/kinds.ts')
  const element = (kind: string, domain: string, name: string) => ({ kind, domain, name })
  assignLooks([
    ...domains.map((domain) => element('log_set', domain, 'logs')),
    ...types.map((type) => element('entity_set', domains[0] ?? '', type)),
  ])
  return { hues: NAMES.map(domainHue), signs: TYPES.map((type) => kindFacts(type)) }
}

it('a domain and an entity type look the same whichever is met first, and whatever was drawn before', async () => {
  const looks = await looksOf(NAMES, TYPES)
  expect(new Set(looks.hues).size).toBe(NAMES.length)
  expect(new Set(looks.signs.map(({ icon }) => icon)).size).toBe(TYPES.length)
  vi.resetModules()
  const { domainHue, kindFacts } = await import('../../../renderer/graph/scene/kinds.ts')
  for (const name of ['supplier', 'another', 'k8s']) domainHue(name)
  for (const name of ['devops.team', 'another.type']) kindFacts(name)
  await looksOf(['another'], ['another.type'])
  expect(await looksOf([...NAMES].reverse(), [...TYPES].reverse())).toEqual(looks)
})

it('no hue is worn twice before all are worn', async () => {
  const { domainHue, DOMAIN_HUES } = await import('../../../renderer/graph/scene/kinds.ts')
  const hues = Array.from({ length: 3 * DOMAIN_HUES }, (_, place) => domainHue(`domain ${place}`))
  for (const round of [0, 1, 2])
    expect(new Set(hues.slice(round * DOMAIN_HUES, (round + 1) * DOMAIN_HUES)).size).toBe(DOMAIN_HUES)
})

/** Pairs of hues that look alike. */
const ALIKE = [
  [1, 4],
  [2, 3],
  [3, 5],
  [4, 6],
  [5, 8],
]

it('hues that look alike are worn together only when no other is left', async () => {
  const { domainHue } = await import('../../../renderer/graph/scene/kinds.ts')
  const worn = new Set(NAMES.slice(0, 3).map(domainHue))
  expect(ALIKE.filter((pair) => pair.every((hue) => worn.has(hue)))).toEqual([])
})

const MORE = ['billing', 'identity', 'orders', 'payments', 'pricing', 'reporting', 'customers', 'loyalty']

const MORE_TYPES = [...TYPES, 'devops.service', 'game.server', 'automaker.vehicle', 'supplier.order']

it.each([1, 2, 4, 8])(
  'most domains and entity types look the same after a model has grown by %d domains',
  async (added) => {
    const { domainHue, kindFacts, assignStyles } = await import('../../../renderer/graph/scene/kinds.ts')
    const looksIn = (domains: readonly string[], types: readonly string[]): readonly unknown[][] => {
      assignStyles([
        ...domains.map((domain) => ({ kind: 'log_set', domain, name: 'logs' })),
        ...types.map((name) => ({ kind: 'entity_set', domain: 'devops', name })),
      ])
      return [NAMES.map(domainHue), MORE_TYPES.map(kindFacts).map(({ icon, hue }) => `${icon} ${hue}`)]
    }
    const before = looksIn(NAMES, MORE_TYPES)
    const news = MORE.slice(0, added)
    const types = news.flatMap((domain) => [`${domain}.a`, `${domain}.b`])
    const after = looksIn([...NAMES, ...news], [...MORE_TYPES, ...types])
    const [hues = 0, signs = 0] = before.map(
      (looks, place) => looks.filter((look, index) => look === after[place]?.[index]).length,
    )
    expect(hues).toBeGreaterThanOrEqual(4)
    expect(signs).toBeGreaterThanOrEqual(7)
  },
)

it.each([NAMES.slice(0, 2), NAMES.slice(2, 5), MORE.slice(0, 3), MORE.slice(4, 7)])(
  'the domains %s of a model get hues that do not look alike',
  async (...domains) => {
    const { domainHue, assignStyles } = await import('../../../renderer/graph/scene/kinds.ts')
    assignStyles(domains.map((domain) => ({ kind: 'log_set', domain, name: 'logs' })))
    const worn = new Set(domains.map(domainHue))
    expect(worn.size).toBe(domains.length)
    expect(ALIKE.filter((pair) => pair.every((hue) => worn.has(hue)))).toEqual([])
  },
)

it('a model that has grown by many domains and is read again keeps the hues of those it had', async () => {
  const { domainHue, domainHues, assignStyles } = await import('../../../renderer/graph/scene/kinds.ts')
  const met = (domains: readonly string[]) =>
    domains.map((domain) => ({ kind: 'log_set', domain, name: 'logs' }))
  const before = (assignStyles(met(NAMES)), NAMES.map(domainHue))
  assignStyles(met([...MORE, ...NAMES]), domainHues())
  expect(NAMES.map(domainHue)).toEqual(before)
  expect(new Set([...NAMES, ...MORE].map(domainHue)).size).toBe(NAMES.length + MORE.length)
})

it.each([
  ['takes the looks that the explorer will give it', async () => undefined, true],
  [
    'leaves the looks of a model that the explorer shows',
    async () => {
      const { assignStyles } = await import('../../../renderer/graph/scene/kinds.ts')
      assignStyles([{ kind: 'entity_set', domain: 'another', name: 'another.type' }])
    },
    false,
  ],
])('the model of a query bench that has drawn some already %s', async (_, earlier, takes) => {
  const inExplorer = await looksOf(NAMES, TYPES)
  vi.resetModules()
  const { domainHue, kindFacts } = await import('../../../renderer/graph/scene/kinds.ts')
  for (const name of ['supplier', 'apm']) domainHue(name)
  for (const name of ['another.type', ...TYPES]) kindFacts(name)
  await earlier()
  const before = { hues: NAMES.map(domainHue), signs: TYPES.map((type) => kindFacts(type)) }
  const { useVocabulary, followVocabulary } = await import('../../../renderer/spl/vocabulary.ts')
  const { useWorkbench, workbench } = await import('../../../renderer/app/workbench.ts')
  const elements = [
    ...NAMES.map((domain) => ({ kind: 'log_set', domain, name: 'logs' })),
    ...TYPES.map((name) => ({ kind: 'entity_set', domain: NAMES[0], name })),
    { kind: 'entity_set_link', domain: 'links.only', name: 'a_to_b' },
  ]
  vi.spyOn(workbench, 'call').mockImplementation((async (
    _procedure: string,
    _input: unknown,
    { onProgress }: { onProgress(piece: unknown): void },
  ) => onProgress({ elements, links: [] })) as never)
  const id = 'a-model'
  const connections = [
    { id, kind: 'model', name: 'A model', state: 'ready', since: 1, workspace: 'demo' },
  ] as never
  useWorkbench.setState({ connections, chosen: { model: id } })
  const stop = followVocabulary()
  await vi.waitFor(() => expect(useVocabulary.getState().connection).toBe(id))
  stop()
  const after = { hues: NAMES.map(domainHue), signs: TYPES.map((type) => kindFacts(type)) }
  expect(after).toEqual(takes ? inExplorer : before)
})

it('a model that is queried while another is pictured looks the same whatever of it is drawn first', async () => {
  const looksDrawnAs = async (names: readonly string[], types: readonly string[]): Promise<unknown[]> => {
    vi.resetModules()
    const { assignStyles, assignStylesAhead, domainHue, kindFacts } =
      await import('../../../renderer/graph/scene/kinds.ts')
    assignStyles([{ kind: 'entity_set', domain: 'another', name: 'another.type' }])
    const pictured = [domainHue('another'), kindFacts('another.type')]
    assignStylesAhead([
      ...NAMES.map((domain) => ({ kind: 'log_set', domain, name: 'logs' })),
      ...TYPES.map((name) => ({ kind: 'entity_set', domain: NAMES[0] ?? '', name })),
    ])
    for (const name of names) domainHue(name)
    for (const type of types) kindFacts(type)
    expect([domainHue('another'), kindFacts('another.type')]).toEqual(pictured)
    expect(new Set(['another', ...NAMES].map(domainHue)).size).toBe(NAMES.length + 1)
    return [NAMES.map(domainHue), TYPES.map((type) => kindFacts(type).icon)]
  }
  expect(await looksDrawnAs(NAMES.toReversed(), TYPES.toReversed())).toEqual(await looksDrawnAs(NAMES, TYPES))
})

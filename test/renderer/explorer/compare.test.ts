import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../renderer/app/slices.ts'
import { countRows } from '../../../renderer/explorer/table/element-rows.ts'
import { changesBetween, diffSteps, differingParts, tally } from '../../../renderer/explorer/compare/diff.ts'
import { densestPairs, matrixBetween } from '../../../renderer/explorer/compare/matrix.ts'
import { elementSteps } from '../../../renderer/explorer/graph/model-rows.ts'
import { elementsOfFiles } from '../../../renderer/explorer/exchange/read-files.ts'
import { toYaml } from '../../../renderer/explorer/exchange/write-model.ts'
import { entityNode, relationEdge, unknownEnds } from '../../../renderer/explorer/topology/entity-graph.ts'
import { knownSection, sectionsOf } from '../../../renderer/explorer/details/sections.ts'
import { queryForNode } from '../../../renderer/explorer/graph/as-query.ts'
import { graphOf } from './sample.ts'

const set = (name: string, fields: string[]) => ({
  kind: 'entity_set',
  domain: 'k8s',
  name,
  spec: { fields: fields.map((field) => ({ name: field, type: 'string' })) },
})

describe('a comparison', () => {
  it('finds what was added, removed and changed, and can show all of it', () => {
    const before = atOnce(elementSteps([set('pod', ['id']), set('node', ['id']), set('gone', [])])).graph
    const after = atOnce(
      elementSteps([set('pod', ['id', 'pool']), set('node', ['id']), set('new', [])]),
    ).graph
    const { differences, union } = atOnce(diffSteps(before, after))
    expect(Object.fromEntries(differences)).toEqual({
      'k8s/pod/entity_set': 'changed',
      'k8s/new/entity_set': 'added',
      'k8s/gone/entity_set': 'removed',
    })
    expect(tally(differences)).toEqual({ added: 1, removed: 1, changed: 1 })
    expect(union.nodes.map(({ name }) => name).sort()).toEqual(['gone', 'new', 'node', 'pod'])
  })

  it.each([
    [
      'a moved field is no change',
      { f: [{ name: 'a' }, { name: 'b' }] },
      { f: [{ name: 'b' }, { name: 'a' }] },
      [],
    ],
    ['a field of a field', { f: [{ name: 'a', t: 1 }] }, { f: [{ name: 'a', t: 2 }] }, ['f[a].t']],
    ['a new field', { f: [{ name: 'a' }] }, { f: [{ name: 'a' }, { name: 'b' }] }, ['f[b]']],
    ['plain lists by place', { f: [1, 2] }, { f: [1, 3] }, ['f[1]']],
    ['nothing', { a: 1 }, { a: 1 }, []],
  ])('%s', (_, before, after, paths) => {
    expect(changesBetween(before, after).map(({ path }) => path)).toEqual(paths)
  })
})

it('a matrix lists only nodes with links between the two groups, the busiest first', () => {
  const graph = graphOf('p:a>q:x p:b>q:x p:b>q:y p:c>p:a p:d>p:a p:e>p:a p:f>p:a')
  const { rows, columns, cells } = matrixBetween(graph, 'p', 'q')
  const name = (node: number): string => graph.nodes[node]?.name ?? ''
  expect([rows.map(name), columns.map(name), cells.size]).toEqual([['b', 'a'], ['x', 'y'], 3])
  // Links inside a group come after those to another.
  expect(densestPairs(graph)).toEqual([
    { from: 'p', to: 'q', links: 3 },
    { from: 'p', to: 'p', links: 4 },
  ])
})

describe('model files', () => {
  it('are read in authoring and flat form, many documents per file, and problems are named', () => {
    const { elements, problems } = elementsOfFiles([
      {
        path: 'a.yaml',
        text: 'kind: entity_set\nmetadata: {name: k8s.pod}\nschema: {version: v1}\nspec: {}\n---\nkind: log_set\nname: k8s.logs\ndomain: k8s\n',
      },
      { path: 'b.json', text: '{"elements": [{"kind": "event_set", "name": "x", "domain": "y"}]}' },
      { path: 'bad.yaml', text: 'kind: [\n' },
      { path: 'long.yaml', text: 'kind: entity_set\nname: a\nspec: {x: 9007199254740993}\n' },
      { path: 'notes.txt', text: 'kind: entity_set' },
    ])
    expect(elements.map(({ kind, domain, name }) => [kind, domain, name])).toEqual([
      ['entity_set', 'k8s', 'k8s.pod'],
      ['log_set', 'k8s', 'k8s.logs'],
      ['event_set', 'y', 'x'],
    ])
    expect(problems.map(({ path }) => path)).toEqual(['bad.yaml', 'long.yaml'])
  })

  it('that were written are read back the same', () => {
    const element = {
      ...set('k8s.pod', ['id']),
      version: 'v0.1.0',
      metadata: { display_name: { en_us: 'Pod' } },
    }
    const [read] = elementsOfFiles([{ path: 'm.yaml', text: toYaml([element]) }]).elements
    expect(read).toMatchObject({
      kind: 'entity_set',
      domain: 'k8s',
      name: 'k8s.pod',
      version: 'v0.1.0',
      spec: element.spec,
    })
  })
})

describe('entities', () => {
  const id = '10000000000000000000000000000101'
  it('become nodes with the name that people use', () => {
    const row = {
      __domain__: 'devops',
      __entity_type__: 'devops.service',
      __entity_id__: id,
      display_name: 'checkout',
    }
    expect(entityNode(row)).toMatchObject({
      key: `devops/devops.service/${id}`,
      label: 'checkout',
      group: 'devops.service',
    })
    expect(entityNode({ display_name: 'projected away' })).toBeUndefined()
  })

  it('relations name their ends by key or by parts', () => {
    const parts = {
      __src_domain__: 'a',
      __src_entity_type__: 'a.x',
      __src_entity_id__: '1',
      __dest_domain__: 'b',
      __dest_entity_type__: 'b.y',
      __dest_entity_id__: '2',
      __relation_type__: 'runs',
    }
    expect(relationEdge(parts)).toMatchObject({ source: 'a/a.x/1', target: 'b/b.y/2', type: 'runs' })
    const edge = relationEdge({ src: 'a/a.x/1', dest: 'b/b.y/2', __relation_type__: 'runs' })
    expect(edge?.key).toBe('a/a.x/1→runs→b/b.y/2')
    expect(relationEdge({ src: 'a/a.x/1' })).toBeUndefined()
    expect([...unknownEnds(edge ? [edge] : [], new Map([['a/a.x/1', 0]])).values()]).toEqual([
      { domain: 'b', type: 'b.y', ids: ['2'] },
    ])
  })
})

it('details leave no fact of an element out', () => {
  const element = {
    ...set('k8s.pod', ['id']),
    spec: {
      fields: [{ name: 'id', type: 'string' }],
      primary_key_fields: ['id'],
      unheard_of: 7,
      src: { domain: 'a', name: 'b', kind: 'c' },
    },
  }
  const text = JSON.stringify(sectionsOf(element))
  for (const fact of ['"id"', 'unheard_of', '7', 'a / b / c', 'primary_key_fields'])
    expect(text).toContain(fact)
})

it.each([
  [
    'model',
    { kind: 'entity_set', domain: 'k8s', name: "k8s.o'pod" },
    ".entity with(domain='k8s', name='k8s.o\\'pod') | limit 100",
  ],
  [
    'model',
    { kind: 'log_set', domain: 'k8s', name: 'k8s.logs' },
    ".model with(kind='log_set', domain='k8s', name='k8s.logs')",
  ],
] as const)('the query of a %s node %j', (surface, part, query) => {
  const node = { key: `${part.domain}/${part.name}/${part.kind}`, label: '', group: '', ...part }
  expect(queryForNode(node, surface)).toBe(query)
})

it('counts the nodes and the links that differ apart', () => {
  const differences = new Map([
    ['a', 'added'],
    ['a>b', 'added'],
    ['b>c', 'removed'],
  ] as const)
  expect(differingParts({ indexOf: new Map([['a', 0]]) }, differences)).toEqual({ nodes: 1, links: 2 })
  const row = { key: '', label: '', kind: '', domain: '', fields: 0, out: 0, in: 0, missing: false, data: {} }
  const rows = [
    { ...row, isLink: false, change: '' },
    { ...row, isLink: false, change: 'added' },
    { ...row, isLink: true, change: 'removed' },
  ] as const
  expect(countRows(rows)).toEqual({ nodes: 2, changed: 1, links: 1 })
})

it('of a node without a payload, what the graph knows is shown', () => {
  const node = { kind: 'entity_set', domain: 'shop', name: 'shop.order', label: 'Order' }
  const pairs = [
    ['kind', 'entity_set'],
    ['domain', 'shop'],
    ['name', 'shop.order'],
  ]
  expect(knownSection(node)).toMatchObject({ pairs: [...pairs, ['display_name', 'Order']] })
  expect(knownSection({ ...node, label: 'shop.order' })).toMatchObject({ pairs })
})

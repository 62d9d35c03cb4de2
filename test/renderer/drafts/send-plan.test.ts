import '../messages.ts'
import { describe, expect, it } from 'vitest'
import { settle, written } from '../../../renderer/drafts/items/after-sending.ts'
import { itemOf, type DraftItem } from '../../../renderer/drafts/items/draft.ts'
import { byField, checkPayload, sortFindings } from '../../../renderer/drafts/items/findings.ts'
import { parseYaml } from '../../../renderer/drafts/items/yaml-text.ts'
import { formOf } from '../../../renderer/drafts/items/form-schemas.ts'
import { planSend, readOutcomes, type PlannedCall } from '../../../renderer/drafts/items/send-plan.ts'

const ID = '0'.repeat(32)
const end = (side: string) => ({
  [`__${side}domain__`]: 'd',
  [`__${side}entity_type__`]: 't',
  [`__${side}entity_id__`]: ID,
})
const times = { __method__: 'Update', __first_observed_time__: 1, __last_observed_time__: 2 }
const entity = { ...end(''), ...times }
const relation = { ...end('src_'), ...end('dest_'), __relation_type__: 'runs', ...times }
const element = { kind: 'entity_set', domain: 'd', name: 'd.t', spec: {} }
const ENTITY_KEY = `d/t/${ID}`

const items: readonly DraftItem[] = [
  { ...itemOf('gone', 'relation', relation), expire: true },
  itemOf('entity', 'entity', entity),
  itemOf('element', 'element', element),
  itemOf('relation', 'relation', relation),
  { ...itemOf('ended', 'entity', entity), expire: true, text: 'not: sent' },
]

describe('a plan', () => {
  it('sends elements first, then payloads with their key, then what ends', () => {
    expect(
      planSend(items, { idempotencyKey: 'k', partial: false }).map(({ tool, args }) => [tool, args]),
    ).toEqual([
      ['model_import', { elements: [element] }],
      ['entity_write', { entities: [entity], relations: [relation], idempotency_key: 'k' }],
      ['entity_expire', { ids: [ENTITY_KEY], kind: 'entity' }],
      ['entity_expire', { ids: [`${ENTITY_KEY}/runs/${ENTITY_KEY}`], kind: 'relation' }],
    ])
  })

  it('requests partial success only when the user did', () => {
    const [call] = planSend([itemOf('entity', 'entity', entity)], { idempotencyKey: 'k', partial: true })
    expect(call?.args['partial_success']).toBe(true)
  })
})

describe('an answer', () => {
  const [imports, writes] = planSend(items, { idempotencyKey: 'k', partial: false }) as [
    PlannedCall,
    PlannedCall,
  ]
  const states = (call: PlannedCall, structured: unknown, isError = false) =>
    Object.fromEntries([...readOutcomes(call, structured, isError)].map(([id, { state }]) => [id, state]))

  it.each([
    [
      'of accepted items',
      { entities: { items: [{ id: ENTITY_KEY, ok: true }] } },
      { entity: 'accepted', relation: 'accepted' },
    ],
    [
      'that refuses one',
      { entities: { items: [{ id: ENTITY_KEY, ok: false, code: 'ALREADY_EXISTS' }] } },
      { entity: 'refused', relation: 'accepted' },
    ],
    [
      'without ids goes by place',
      { relations: { items: [{ id: '', ok: false }] } },
      { entity: 'accepted', relation: 'refused' },
    ],
  ])('%s', (_name, output, expected) => {
    expect(states(writes, { ok: true, output })).toEqual(expected)
  })

  it.each([
    [
      'names the payload',
      { code: 'VALIDATION_FAILED', details: { field: 'relations[0].__method__', reason: 'bad' } },
      { entity: 'held', relation: 'refused' },
    ],
    [
      'names the items',
      { code: 'PARTIAL_FAILED', details: { items: [{ id: ENTITY_KEY, ok: false }] } },
      { entity: 'refused', relation: 'held' },
    ],
    ['blames nobody', { code: 'TOOL_DISABLED' }, { entity: 'refused', relation: 'refused' }],
    ['is nonsense', 7, { entity: 'refused', relation: 'refused' }],
  ])('of a refused batch that %s holds back the others', (_name, error, expected) => {
    const structured = typeof error === 'object' ? { ok: false, error: 'no', ...error } : error
    expect(states(writes, structured, true)).toEqual(expected)
  })

  it('of a refused import keeps every finding at its path', () => {
    const details = { errors: [{ field: 'elements[0].spec.fields[1].type', reason: 'required' }] }
    expect(
      readOutcomes(imports, { ok: false, code: 'VALIDATION_FAILED', details }, true).get('element'),
    ).toEqual({
      state: 'refused',
      code: 'VALIDATION_FAILED',
      message: 'VALIDATION_FAILED: required',
      findings: [{ path: 'spec.fields[1].type', message: 'required', severity: 'error' }],
    })
  })
})

describe('findings', () => {
  it('go to the item they are about; the three names share one path', () => {
    const findings = [
      { field: 'elements[1].spec.x', reason: 'one' },
      { field: 'elements[0].kind/domain/name', reason: 'two' },
      { field: 'elements[9].spec', reason: 'nobody' },
    ]
    const sorted = sortFindings(findings, { elements: ['a', 'b'] }, 'warning')
    expect(sorted.get('b')).toEqual([{ path: 'spec.x', message: 'one', severity: 'warning' }])
    expect(sorted.get('a')?.map(({ path }) => path)).toEqual(['kind', 'domain', 'name'])
    expect(sorted.size).toBe(2)
  })

  it('blame of the three names those that are missing, and say so once and quietly', () => {
    const findings = [
      { field: 'elements[0].kind/domain/name', reason: 'kind, domain and name are required' },
      { field: 'elements[0].spec.fields[0].type', reason: 'unknown' },
    ]
    const item = { kind: 'entity_set', domain: 'd', name: '', spec: { fields: [{ type: 'odd' }] } }
    const sorted = sortFindings(findings, { elements: ['a'] }, 'error', new Map([['a', item]]))
    expect(sorted.get('a')).toEqual([
      { path: 'name', message: 'required', severity: 'error', missing: true },
      { path: 'spec.fields[0].type', message: 'unknown', severity: 'error' },
    ])
  })

  it.each([
    ['entity', entity, []],
    ['relation', relation, []],
    ['entity', { ...entity, __entity_id__: 'short' }, ['__entity_id__']],
    ['entity', { ...entity, __method__: 'update' }, ['__method__']],
    ['entity', { ...entity, __last_observed_time__: 'soon' }, ['__last_observed_time__']],
    ['entity', { ...entity, __last_observed_time__: '17' }, []],
    ['relation', { ...relation, __relation_type__: '' }, ['__relation_type__']],
    ['relation', { ...relation, __src_domain__: 3 }, ['__src_domain__']],
  ] as const)('of a %s payload: %j', (type, value, paths) => {
    expect(checkPayload(type, value).map(({ path }) => path)).toEqual(paths)
  })
})

describe('findings of a field', () => {
  const required = (path: string) => ({ path, message: 'required', severity: 'error' }) as const

  it('are one where its members have the same, with the label that the form has', () => {
    const ends = checkPayload('relation', { __dest_domain__: 1, __method__: 'Create' })
    expect(byField(ends).map(({ label, paths, message }) => [label, paths.length, message])).toEqual([
      ['authoring.form.from', 3, 'required'],
      ['authoring.form.type', 1, 'required'],
      ['authoring.form.to', 1, 'must be text'],
      ['authoring.form.to', 2, 'required'],
      ['authoring.form.first', 1, 'required'],
      ['authoring.form.last', 1, 'required'],
    ])
  })

  it('stay apart where a member has no label of its own', () => {
    const findings = [required('spec.a'), required('spec.b'), required('')]
    expect(byField(findings).map(({ label, paths }) => [label, ...paths])).toEqual([
      [undefined, 'spec.a'],
      [undefined, 'spec.b'],
      [undefined],
    ])
  })
})

describe('a form', () => {
  it('has the members of the kind, and those that only the value has', () => {
    const { properties = {} } = formOf('element', { ...element, spec: { odd: 1 }, extra: 'x' })
    expect(Object.keys(properties)).toContain('extra')
    expect(properties['spec']?.properties?.['fields']?.type).toBe('array')
    expect(properties['spec']?.properties?.['odd']).toEqual({ type: 'number' })
  })

  it.each([
    ['on top', { domain: '', name: '' }, ['kind', 'domain', 'name', 'spec']],
    ['in the metadata', { metadata: { domain: 'd', name: 'd.a' } }, ['kind', 'spec']],
    ['nowhere', { metadata: { domain: '' } }, ['kind', 'domain', 'name', 'spec']],
  ])('of an element with its key %s asks for what is missing', (_, key, required) => {
    expect(formOf('element', { kind: 'entity_set', spec: {}, ...key }).required).toEqual(required)
  })

  it('of an element with its key in both places asks for it once, where it counts', () => {
    const metadata = { domain: 'd', name: 'd.a' }
    const value = { kind: 'entity_set', spec: {}, ...metadata, metadata }
    const { properties = {}, required } = formOf('element', value)
    expect(Object.keys(properties)).not.toEqual(expect.arrayContaining(['name']))
    expect(Object.keys(properties)).not.toEqual(expect.arrayContaining(['domain']))
    expect(Object.keys(properties['metadata']?.properties ?? {})).toEqual(
      expect.arrayContaining(['name', 'domain']),
    )
    expect(required).toEqual(['kind', 'spec'])
  })

  it('of an entity has the fields of its set', () => {
    const definition = {
      spec: {
        fields: [
          { name: 'owner', type: 'string' },
          { name: 'cores', type: 'integer' },
        ],
      },
    }
    const { properties = {}, required = [] } = formOf('entity', entity, definition)
    expect([properties['owner'], properties['cores']]).toEqual([
      { type: 'string', shown: true },
      { type: 'integer', shown: true },
    ])
    expect(required).toContain('__entity_id__')
  })

  it('call what makes an element, and what an entity does, in words', () => {
    const { kind, domain } = formOf('element', element).properties ?? {}
    expect([kind?.label, domain?.label]).toEqual(['Kind', 'Domain'])
    expect(kind?.enumNames?.[kind.enum?.indexOf('metric_set') ?? -1]).toBe('metric set')
    const set = { spec: { fields: [{ name: 'region' }], primary_key_fields: ['region'], id_generator: '' } }
    expect(formOf('entity', {}, set).properties?.['__entity_id__']).toMatchObject({
      label: 'Entity ID',
      description: 'Made from Region',
    })
  })
})

describe('what was created', () => {
  it.each([
    [
      'keeps its comments',
      '# mine\n__method__: Create # new\nname: a\n',
      '# mine\n__method__: Update # new\nname: a\n',
    ],
    ['also as JSON', '{"__method__": "Create", "name": "a"}', '{"__method__": "Update", "name": "a"}'],
    [
      'also when another text says so first',
      'name: "__method__: Create"\n__method__: Create\n',
      'name: "__method__: Create"\n__method__: Update\n',
    ],
  ])('is an update the next time: %s', (_what, text, next) => {
    const parsed = parseYaml(text)
    const value = parsed.ok ? parsed.value : {}
    expect(written(text, value)).toEqual({ text: next, before: { ...value, __method__: 'Update' } })
  })
})

describe('after a lost answer', () => {
  const found = (id: string, nothing: boolean, now?: object) =>
    ({ item: { id, type: 'entity', text: '' }, now, moved: false, nothing }) as never

  it('what the server has is accepted, the rest can be sent again, and nothing else is touched', () => {
    const outcomes = new Map([
      ['there', { state: 'unknown' }],
      ['missing', { state: 'unknown' }],
      ['held', { state: 'held' }],
      ['refused', { state: 'refused' }],
    ] as const)
    const settled = settle(outcomes, [
      found('there', true, {}),
      found('missing', false),
      found('refused', false),
    ])
    expect([...settled]).toEqual([
      ['there', { state: 'accepted' }],
      ['refused', { state: 'refused' }],
    ])
  })

  it('what was to end has ended when it is not there any more', () => {
    const item = { id: 'gone', type: 'entity', text: '', expire: true }
    const settled = settle(new Map([['gone', { state: 'unknown' }]]), [
      { item, now: undefined, moved: true, nothing: false } as never,
    ])
    expect(settled.get('gone')).toEqual({ state: 'accepted' })
  })
})

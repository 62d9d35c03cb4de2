/**
 * Synthetic graphs as described in docs/measurements.md#graphs: clustered, about 1.6 edges per node, one in
 * eight across clusters. Deterministic for a given size.
 */

/** A seeded uniform random number generator (mulberry32). @param {number} seed */
export function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

const KINDS = [
  'entity_set',
  'entity_set',
  'entity_set',
  'metric_set',
  'log_set',
  'event_set',
  'runbook_set',
  'prometheus',
]
const VERBS = ['runs', 'contains', 'calls', 'owns', 'targets', 'measured_by']

/** A `schema-index` of `count` elements. @param {number} count */
export function schemaIndex(count) {
  const random = randomFrom(count)
  const domains = Math.max(3, Math.round(count / 143))
  const elements = []
  const members = Array.from({ length: domains }, () => [])
  for (let i = 0; i < count; i++) {
    const domain = i % domains
    const kind = KINDS[Math.floor(random() * KINDS.length)]
    const name = `d${domain}.${kind}_${i}`
    members[domain].push(i)
    elements.push({ kind, domain: `d${domain}`, name, display_name: `Element ${i}`, field_count: i % 17 })
  }
  const end = (i) => `${elements[i].domain}/${elements[i].name}/${elements[i].kind}`
  const links = []
  for (let i = 0; i < Math.round(count * 1.6); i++) {
    const domain = Math.floor(random() * domains)
    const other = random() < 0.125 ? Math.floor(random() * domains) : domain
    const pick = (list) => list[Math.floor(random() ** 1.5 * list.length)]
    const [source, target] = [pick(members[domain]), pick(members[other])]
    if (source === target) continue
    links.push({
      kind: 'entity_set_link',
      name: `d${domain}.link_${i}`,
      domain: `d${domain}`,
      source: end(source),
      destination: end(target),
      relation_type: VERBS[i % VERBS.length],
    })
  }
  return { workspace: 'demo', sources: [], filters: [], elements, links }
}

const id = (i) => i.toString(16).padStart(32, '0')
const TYPES = ['service', 'workload', 'pod', 'node', 'deployment', 'account', 'order', 'vehicle']

/** Rows of `.entity` and `.topo` for `count` entities. @param {number} count */
export function topology(count) {
  const random = randomFrom(count)
  const key = (i) => ['ops', `ops.${TYPES[i % TYPES.length]}`, id(i)]
  const entities = []
  for (let i = 0; i < count; i++) {
    const [domain, type, entity] = key(i)
    entities.push({
      __domain__: domain,
      __entity_type__: type,
      __entity_id__: entity,
      display_name: `${TYPES[i % TYPES.length]}-${i}`,
      status: random() < 0.05 ? 'degraded' : 'healthy',
    })
  }
  const relations = []
  for (let i = 0; i < Math.round(count * 1.6); i++) {
    const source = Math.floor(random() * count)
    const target = Math.min(count - 1, Math.max(0, source + Math.floor((random() - 0.5) * 400)))
    relations.push({
      src: key(source).join('/'),
      dest: key(target).join('/'),
      __relation_type__: VERBS[i % VERBS.length],
    })
  }
  return { entities, relations }
}

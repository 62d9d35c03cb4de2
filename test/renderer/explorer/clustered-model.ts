import { makeGraph, type Graph } from '../../../renderer/explorer/graph/graph.ts'

/** A model like the bench's: clustered, 1.6 links per element, one in eight across domains. */
export function clusteredModel(count: number): Graph {
  const domains = Math.max(3, Math.round(count / 143))
  let state = count
  const random = (most: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  const kinds = ['entity_set', 'metric_set', 'log_set', 'event_set']
  const nodes = Array.from({ length: count }, (_, i) => {
    const [domain, kind] = [`d${i % domains}`, kinds[random(kinds.length)] ?? '']
    return {
      key: `${domain}/n${i}/${kind}`,
      kind,
      domain,
      name: `n${i}`,
      label: `Element ${i}`,
      group: domain,
    }
  })
  const any = (domain: number): number => domain + domains * random(Math.floor((count - domain) / domains))
  const edges = Array.from({ length: Math.round(count * 1.6) }, (_, edge) => {
    const domain = random(domains)
    const [from, to] = [any(domain), any(random(8) === 0 ? random(domains) : domain)]
    const [source = '', target = ''] = [nodes[from]?.key, nodes[to]?.key]
    return { key: `e${edge}`, kind: 'entity_set_link', source, target, type: 'runs' }
  })
  return makeGraph(nodes, edges)
}

import { makeGraph, type Graph } from './graph.ts'

/** Whether a node of the model is known by its index entry only, so that rules on its fields cannot see them. */
export const lacksData = (graph: Graph): boolean => graph.nodes.some((node) => !node.data && !node.missing)

/** The graph with the payloads of another that has the same keys; everything else stays as it is. */
export function withPayloads(graph: Graph, whole: Graph): Graph {
  const payload = new Map([...whole.nodes, ...whole.edges].map((part) => [part.key, part.data]))
  const add = <P extends { readonly key: string }>(part: P): P => {
    const data = payload.get(part.key)
    return data === undefined ? part : { ...part, data }
  }
  return makeGraph(graph.nodes.map(add), graph.edges.map(add))
}

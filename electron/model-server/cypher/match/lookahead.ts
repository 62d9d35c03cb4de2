import type { Direction } from '#shared/spl/cypher/index.ts'
import type { GraphNode } from '../graph.ts'
import type { Run } from '../run.ts'

/** Maximum nodes whose neighbours are fetched at once. */
const CHUNK = 500

/**
 * Prefetches relations for a whole page of nodes that a step is about to process. Does nothing for graphs in
 * memory.
 */
export class Lookahead {
  readonly #run: Run
  readonly #direction: Direction
  readonly #types: readonly string[]

  constructor(run: Run, direction: Direction, types: readonly string[]) {
    this.#run = run
    this.#direction = direction
    this.#types = types
  }

  /** Pauses until the relations of these nodes are loaded; returns immediately if they are. */
  prepare(nodes: readonly GraphNode[]): void {
    const loading = this.load(nodes)
    if (loading) this.#run.waitFor(loading)
  }

  load(nodes: readonly GraphNode[]): Promise<void> | undefined {
    const { graph } = this.#run
    if (!graph.load) return undefined
    const missing = nodes.filter((node) => graph.hops(node, this.#direction, this.#types) === undefined)
    if (missing.length === 0) return undefined
    return this.#inChunks(missing)
  }

  async #inChunks(nodes: readonly GraphNode[]): Promise<void> {
    for (let start = 0; start < nodes.length; start += CHUNK) {
      await this.#run.graph.load?.(nodes.slice(start, start + CHUNK), this.#direction, this.#types)
    }
  }
}

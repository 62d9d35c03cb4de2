import type { Direction } from '#shared/spl/cypher/index.ts'
import type { GraphNode } from '../graph.ts'
import type { Run } from '../run.ts'

/** Most nodes whose neighbours are fetched in one go. */
const CHUNK = 500

/**
 * Knows that the nodes a step is about to go through will be asked for their relations next, and fetches those of a
 * whole page at once. Does nothing for graphs in memory.
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

  /** Pauses until the relations of these nodes are there; returns at once when they are. */
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

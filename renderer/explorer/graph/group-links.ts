import type { Graph } from './graph.ts'

/** Numbers of links from one group to another, or within one, by both. */
export class GroupLinks {
  readonly #groups: number
  readonly #counts = new Map<number, number>()

  constructor({ groups }: Pick<Graph, 'groups'>) {
    this.#groups = groups.length
  }

  /** Counts one link between two groups. */
  add(from: number, to: number): void {
    const place = from * this.#groups + to
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1)
  }

  count(from: number, to: number): number {
    return this.#counts.get(from * this.#groups + to) ?? 0
  }

  /** All pairs with links, in the order in which they were met. */
  *[Symbol.iterator](): Iterator<{ readonly from: number; readonly to: number; readonly links: number }> {
    for (const [place, links] of this.#counts)
      yield { from: Math.floor(place / this.#groups), to: place % this.#groups, links }
  }
}

import type { GraphNode, NodePages } from './graph.ts'

/**
 * The pages of a scan that have arrived so far. An expression starts again from its beginning whenever data has to be
 * fetched; it then finds here what it had fetched before, else it would never get any further.
 */
export class RememberedScan {
  readonly #source: NodePages
  readonly #pages: (readonly GraphNode[])[] = []
  #complete = false

  constructor(source: NodePages) {
    this.#source = source
  }

  /** The pages from the first on. */
  view(): NodePages {
    let index = 0
    return {
      next: () => {
        const page = this.#pages[index]
        index += 1
        if (page) return page
        return this.#complete ? null : this.#fetch()
      },
    }
  }

  #fetch(): ReturnType<NodePages['next']> {
    const next = this.#source.next()
    return next instanceof Promise ? next.then((page) => this.#remember(page)) : this.#remember(next)
  }

  #remember(page: readonly GraphNode[] | null): readonly GraphNode[] | null {
    if (page) this.#pages.push(page)
    else this.#complete = true
    return page
  }
}

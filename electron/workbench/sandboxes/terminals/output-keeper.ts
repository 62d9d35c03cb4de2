import type { Moment, Output } from '#shared/terminals/block.ts'

/** Characters of one command's output that are kept: its beginning, and as much of its end as fits. */
export const HEAD = 256 * 1024
const TAIL = 768 * 1024
/** Moments kept for a replay: one per arrival, thinned out when there are more. */
const MAX_MOMENTS = 2000

/** The output of one command with bounded memory, whatever it prints. */
export class OutputKeeper {
  #head = ''
  #tail: string[] = []
  #tailSize = 0
  #dropped = 0
  #total = 0
  #lines = 0
  #moments: Moment[] = []

  /** `at` is milliseconds since the command began. */
  push(chunk: string, at: number): void {
    this.#total += chunk.length
    for (let line = chunk.indexOf('\n'); line >= 0; line = chunk.indexOf('\n', line + 1)) this.#lines++
    this.#note([Math.round(at), this.#total])
    const room = Math.max(0, HEAD - this.#head.length)
    this.#head += chunk.slice(0, room)
    const rest = chunk.slice(room)
    if (rest === '') return
    this.#tail.push(rest)
    this.#tailSize += rest.length
    while (this.#tailSize - (this.#tail[0]?.length ?? 0) >= TAIL) {
      const gone = this.#tail.shift()?.length ?? 0
      this.#tailSize -= gone
      this.#dropped += gone
    }
  }

  /** Characters and lines that were printed, kept or not. */
  get size(): { readonly characters: number; readonly lines: number } {
    return { characters: this.#total, lines: this.#lines }
  }

  get kept(): Output {
    return { head: this.#head, tail: this.#tail.join(''), dropped: this.#dropped, moments: this.#moments }
  }

  #note(moment: Moment): void {
    this.#moments.push(moment)
    if (this.#moments.length > MAX_MOMENTS)
      this.#moments = this.#moments.filter((_, index) => index % 2 === 1)
  }
}

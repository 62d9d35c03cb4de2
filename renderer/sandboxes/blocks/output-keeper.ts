/** Characters of one command's output that are kept: its beginning, and as much of its end as fits. */
const HEAD = 256 * 1024
const TAIL = 768 * 1024
/** Of either end, while a command still runs: written again and again, so it must be cheap. */
const BRIEF = 32 * 1024
/** Moments kept for a replay: one per arrival, thinned out when there are more. */
const MOMENTS = 2000

/** When how much had arrived: milliseconds since the command began, and characters. */
export type Moment = [milliseconds: number, characters: number]

export interface KeptOutput {
  readonly head: string
  readonly tail: string
  /** Characters left out between head and tail. */
  readonly dropped: number
  readonly moments: readonly Moment[]
}

export const noOutput: KeptOutput = { head: '', tail: '', dropped: 0, moments: [] }

/** The output of one command with bounded memory, whatever it prints. */
export class OutputKeeper {
  #head = ''
  #tail: string[] = []
  #tailSize = 0
  #dropped = 0
  #total = 0
  #moments: Moment[] = []

  /** `at` is milliseconds since the command began. */
  push(chunk: string, at: number): void {
    this.#total += chunk.length
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

  get total(): number {
    return this.#total
  }

  get kept(): KeptOutput {
    return { head: this.#head, tail: this.#tail.join(''), dropped: this.#dropped, moments: this.#moments }
  }

  /** The two ends alone, for a command that may not live to tell the whole. */
  get brief(): KeptOutput {
    const ends: string[] = []
    let size = 0
    for (let at = this.#tail.length - 1; at >= 0 && size < BRIEF; at--) {
      ends.unshift(this.#tail[at] ?? '')
      size += this.#tail[at]?.length ?? 0
    }
    const head = this.#head.slice(0, BRIEF)
    const tail = (ends.length > 0 ? ends.join('') : this.#head.slice(head.length)).slice(-BRIEF)
    return { head, tail, dropped: this.#total - head.length - tail.length, moments: [] }
  }

  #note(moment: Moment): void {
    this.#moments.push(moment)
    if (this.#moments.length > MOMENTS) this.#moments = this.#moments.filter((_, index) => index % 2 === 1)
  }
}

/** Everything that was kept as one text; `gap` stands for what was left out. */
export function wholeOutput(
  { head, tail, dropped }: KeptOutput,
  gap: (characters: number) => string,
): string {
  return dropped > 0 ? `${head}${gap(dropped)}${tail}` : head + tail
}

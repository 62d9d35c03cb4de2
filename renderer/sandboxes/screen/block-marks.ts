import type { IDecoration, IMarker, Terminal } from '@xterm/xterm'
import { type Block, hasFailed } from '#shared/terminals/block.ts'
import { showDuration } from '../sessions/show.ts'

interface Mark {
  readonly marker: IMarker
  /** The empty line behind the output, where the outcome covers no text. */
  foot?: IMarker | undefined
  badge?: IDecoration | undefined
}

const badgeText = ({ exitCode, milliseconds, problem }: Block): string => {
  const code = problem !== undefined || exitCode === null ? '✗' : exitCode === 0 ? '✓' : `✗ ${exitCode}`
  return milliseconds === undefined
    ? code
    : `${code}${exitCode === 0 ? ' ' : ' · '}${showDuration(milliseconds)}`
}

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Where each block begins in the terminal's buffer, and behind its end its outcome, at the right edge and in the overview ruler. */
export class BlockMarks {
  readonly #term: Terminal
  readonly #className: string
  #marks = new Map<number, Mark>()

  constructor(term: Terminal, className: string) {
    this.#term = term
    this.#className = className
  }

  /** Marks the line the cursor is in as a block's first. */
  place(number: number): void {
    const marker = this.#term.registerMarker(0)
    if (!marker) return
    this.#marks.get(number)?.badge?.dispose()
    this.#marks.set(number, { marker })
  }

  /** Writes the outcome into the empty line above the cursor. */
  tell(block: Block): void {
    if (block.background) return
    const mark = this.#marks.get(block.number)
    const foot = this.#term.registerMarker(-1)
    if (!mark || !foot) return
    mark.badge?.dispose()
    mark.foot?.dispose()
    mark.foot = foot
    const text = badgeText(block)
    const failed = hasFailed(block)
    mark.badge = this.#term.registerDecoration({
      marker: foot,
      anchor: 'right',
      x: 1,
      width: Math.min(24, text.length + 1),
      layer: 'top',
      overviewRulerOptions: { color: token(failed ? '--bad' : '--line-strong'), position: 'left' },
    })
    mark.badge?.onRender((element) => {
      if (element.textContent === text) return
      element.textContent = text
      element.classList.add(this.#className)
      element.dataset['tone'] = failed ? 'bad' : 'good'
      // The list of blocks says the same to those who cannot see it.
      element.setAttribute('aria-hidden', 'true')
    })
  }

  /** The buffer line of a block, or undefined when it was scrolled out. */
  lineOf(number: number): number | undefined {
    const line = this.#marks.get(number)?.marker.line
    return line === undefined || line < 0 ? undefined : line
  }

  /** The block that covers a buffer line. */
  at(line: number): number | undefined {
    let found: number | undefined
    let best = -1
    for (const [number, { marker }] of this.#marks) {
      if (marker.line >= 0 && marker.line <= line && marker.line >= best) {
        found = number
        best = marker.line
      }
    }
    return found
  }

  clear(): void {
    for (const { marker, foot, badge } of this.#marks.values()) {
      badge?.dispose()
      foot?.dispose()
      marker.dispose()
    }
    this.#marks = new Map()
  }
}

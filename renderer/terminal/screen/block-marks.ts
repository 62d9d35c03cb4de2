import type { IDecoration, IMarker, Terminal } from '@xterm/xterm'
import { type Block, hasFailed, showDuration } from '../blocks/block.ts'

interface Mark {
  readonly marker: IMarker
  badge?: IDecoration | undefined
}

const badgeText = ({ state, exitCode, milliseconds, problem }: Block): string => {
  if (state === 'running') return '···'
  const code = problem !== undefined || exitCode === null ? '✗' : exitCode === 0 ? '✓' : `✗ ${exitCode}`
  return milliseconds === undefined ? code : `${code} · ${showDuration(milliseconds)}`
}

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Where each block begins in the terminal's buffer, with its outcome at the right edge and in the overview ruler. */
export class BlockMarks {
  readonly #term: Terminal
  readonly #className: string
  #marks = new Map<number, Mark>()

  constructor(term: Terminal, className: string) {
    this.#term = term
    this.#className = className
  }

  /** Marks the line the cursor is in; `up` lines above it. */
  place(number: number, up = 0): void {
    const marker = this.#term.registerMarker(-up)
    if (!marker) return
    this.#marks.get(number)?.badge?.dispose()
    this.#marks.set(number, { marker })
  }

  /** Writes the outcome beside the command. */
  tell(block: Block): void {
    const mark = this.#marks.get(block.number)
    if (!mark || mark.marker.isDisposed) return
    mark.badge?.dispose()
    const text = badgeText(block)
    const failed = hasFailed(block)
    mark.badge = this.#term.registerDecoration({
      marker: mark.marker,
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
      element.dataset['tone'] = block.state === 'running' ? 'running' : failed ? 'bad' : 'good'
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
    for (const { marker, badge } of this.#marks.values()) {
      badge?.dispose()
      marker.dispose()
    }
    this.#marks = new Map()
  }
}

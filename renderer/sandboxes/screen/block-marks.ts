import type { IDecoration, IMarker, Terminal } from '@xterm/xterm'
import { type Block, hasFailed } from '#shared/terminals/block.ts'
import { showDuration } from '../sessions/show.ts'
import { tokenColour } from './terminal-theme.ts'

interface Mark {
  readonly marker: IMarker
  /** The line for the outcome, if it has room: an empty one after the output, or the command's own. */
  foot?: IMarker | undefined
  badge?: IDecoration | undefined
}

const badgeText = ({ exitCode, milliseconds, problem }: Block): string => {
  const code = exitCode === null ? '✗' : exitCode !== 0 ? `✗ ${exitCode}` : problem === undefined ? '✓' : '✗'
  return milliseconds === undefined
    ? code
    : `${code}${exitCode === 0 ? ' ' : ' · '}${showDuration(milliseconds)}`
}

/** Columns at the right edge. */
export const badgeWidth = (block: Block): number => Math.min(24, badgeText(block).length + 1)

/** Whether the last columns of a buffer line are empty. */
export const isFree = ({ buffer, cols }: Terminal, line: number, columns: number): boolean =>
  buffer.active.getLine(line)?.translateToString(true, cols - columns - 1) === ''

/**
 * Markers for each block's first line and, after its end, the outcome at the right edge and in the overview
 * ruler.
 */
export class BlockMarks {
  readonly #term: Terminal
  readonly #className: string
  #marks = new Map<number, Mark>()

  constructor(term: Terminal, className: string) {
    this.#term = term
    this.#className = className
  }

  /** Marks the cursor's line as the start of a block. */
  place(number: number): void {
    const marker = this.#term.registerMarker(0)
    if (!marker) return
    this.#marks.get(number)?.badge?.dispose()
    this.#marks.set(number, { marker })
  }

  /** Shows the outcome in the line above the cursor. */
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
      width: badgeWidth(block),
      layer: 'top',
      overviewRulerOptions: { color: tokenColour(failed ? '--bad' : '--line-strong'), position: 'left' },
    })
    mark.badge?.onRender((element) => {
      // After narrowing, text may overlap it; the block list shows the same.
      element.style.visibility = isFree(this.#term, foot.line, badgeWidth(block)) ? '' : 'hidden'
      if (element.textContent === text) return
      element.textContent = text
      element.classList.add(this.#className)
      element.dataset['tone'] = failed ? 'bad' : 'good'
      // The block list provides the same for screen readers.
      element.setAttribute('aria-hidden', 'true')
    })
  }

  /** The buffer line of a block, or undefined if it was scrolled out. */
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

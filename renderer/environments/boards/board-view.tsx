import { useText } from '../../i18n/text.ts'
import { Stack } from '../../ui/stack.tsx'
import { type Board, type Cell, choosesCells, type BoardGame, changed, edgeOf, type Place } from './board.ts'
import styles from './board-view.module.css'
import { type BoardPlay, useBoardCursor, type BoardCursor } from './use-board-cursor.ts'

const NAMES = ['A', 'B', 'C'] as const
/** viewBox units: width of a peg's area, of the smallest disk, and height of a disk. */
const FIELD = 150
const DISK = 18
const HEIGHT = 150

interface PegsProps {
  readonly pegs: readonly (readonly number[])[]
  readonly before: readonly (readonly number[])[] | undefined
  readonly chosen: string | null
  onChoose(peg: string): void
}

/** The towers of Hanoi; selecting two pegs moves a disk. */
function Pegs({ pegs, before, chosen, onChoose }: PegsProps) {
  const t = useText()
  const largest = Math.max(1, ...pegs.flat())
  return (
    <Stack row gap={2.5} align="stretch">
      {pegs.map((disks, i) => {
        const name = NAMES[i] ?? String(i)
        const moved = before !== undefined && disks.length > (before[i]?.length ?? 0)
        return (
          <button
            key={name}
            type="button"
            className={styles['peg']}
            aria-pressed={chosen === name}
            aria-label={t('environments.board.peg', {
              name,
              disks: disks.length === 0 ? '–' : disks.join(', '),
            })}
            onClick={() => onChoose(name)}
          >
            <svg viewBox={`0 0 ${FIELD} ${HEIGHT}`} aria-hidden>
              <path
                d={`M${FIELD / 2} 20V${HEIGHT - 10}M6 ${HEIGHT - 8}H${FIELD - 6}`}
                stroke="var(--line-strong)"
                strokeWidth="4"
                strokeLinecap="round"
              />
              {disks.map((size, level) => {
                const width = 26 + ((FIELD - 46) * size) / largest
                const top = HEIGHT - 12 - (level + 1) * DISK
                const fresh = moved && level === disks.length - 1
                return (
                  <g key={size}>
                    <rect
                      x={(FIELD - width) / 2}
                      y={top}
                      width={width}
                      height={DISK - 3}
                      rx="5"
                      fill={mixed('accent', 30)}
                      stroke="var(--accent)"
                      strokeWidth={fresh ? 3 : 1}
                    />
                    <text
                      x={FIELD / 2}
                      y={top + DISK - 7}
                      textAnchor="middle"
                      fill="var(--text)"
                      fontSize="var(--text-small)"
                      fontWeight="600"
                    >
                      {size}
                    </text>
                  </g>
                )
              })}
            </svg>
            <span>{name}</span>
          </button>
        )
      })}
    </Stack>
  )
}

/** The drawing of a cell kind, in a 20-unit square; none for kinds shown by face and background only. */
function Glyph({ kind }: { readonly kind: string }) {
  const shape = SHAPES[kind]
  if (!shape) return null
  return (
    <svg viewBox="0 0 20 20" aria-hidden>
      {shape}
    </svg>
  )
}

const mixed = (token: string, percent: number): string =>
  `color-mix(in srgb, var(--${token}) ${percent}%, var(--surface))`

const SHAPES: Readonly<Record<string, React.ReactNode>> = {
  wall: (
    <g>
      <rect width="20" height="20" fill={mixed('text-faint', 48)} />
      <path
        d="M0 6.5h20M0 13.5h20M10 0v6.5M4 6.5v7M15 6.5v7M10 13.5V20"
        fill="none"
        stroke={mixed('text-faint', 24)}
      />
    </g>
  ),
  goal: (
    <g stroke="var(--good)" strokeWidth="1.5">
      <circle cx="10" cy="10" r="4.5" fill="none" />
      <circle cx="10" cy="10" r="1.4" fill="var(--good)" />
    </g>
  ),
  box: (
    <g fill="var(--warning-ground)" stroke="var(--warning)" strokeWidth="1.5">
      <rect x="2.5" y="2.5" width="15" height="15" rx="2" />
      <path d="M5.5 5.5l9 9M14.5 5.5l-9 9" />
    </g>
  ),
  home: (
    <g fill="var(--good-ground)" stroke="var(--good)" strokeWidth="1.5">
      <rect x="2.5" y="2.5" width="15" height="15" rx="2" />
      <path d="M6 10.3l2.9 2.9L14.2 7.4" fill="none" strokeWidth="2" />
    </g>
  ),
  player: (
    <g fill="var(--accent)">
      <circle cx="10" cy="6" r="3" />
      <path d="M4.5 17c0-4 2.3-6.3 5.5-6.3s5.5 2.3 5.5 6.3z" />
    </g>
  ),
  flag: (
    <g fill="var(--bad)" stroke="var(--bad)" strokeWidth="1.6">
      <path d="M6.5 3.5v13.5" />
      <path d="M6.5 4l8 3-8 3z" />
    </g>
  ),
  mine: (
    <g fill="var(--bad)">
      <circle cx="10" cy="10" r="4.6" />
      <path
        d="M10 2.5v15M2.5 10h15M4.8 4.8l10.4 10.4M15.2 4.8L4.8 15.2"
        stroke="var(--bad)"
        strokeWidth="1.4"
      />
    </g>
  ),
  // In the dark theme pegs need their own black: the page's is the darkest colour there.
  black: (
    <circle
      cx="10"
      cy="10"
      r="5"
      fill="light-dark(var(--text), var(--sunken))"
      stroke="light-dark(transparent, var(--line-strong))"
      strokeWidth="1.4"
    />
  ),
  white: (
    <circle
      cx="10"
      cy="10"
      r="5"
      fill="light-dark(var(--surface), var(--text))"
      stroke="var(--text)"
      strokeWidth="1.4"
    />
  ),
  none: <circle cx="10" cy="10" r="2" fill="var(--line-strong)" />,
}

interface BoardCellProps {
  readonly cell: Cell
  readonly place: Place
  readonly edge: string
  readonly changed: boolean
  readonly marked: boolean
  readonly focusable: boolean
  readonly onPress?: (how: 'plain' | 'other') => void
}

/** Colours of Minesweeper counts; five and more are rare. */
const COUNTS = [undefined, 'var(--info)', 'var(--good)', 'var(--bad)', 'var(--accent-quiet)']

/** One cell: a button if selectable, otherwise an image. */
function BoardCell({ cell, place, edge, changed, marked, focusable, onPress }: BoardCellProps) {
  const { row, column } = place
  const attributes = {
    className: styles['cell'],
    'data-kind': cell.kind,
    'data-level': cell.level,
    'data-edge': edge,
    'data-changed': changed || undefined,
    'data-marked': marked || undefined,
    'data-place': `${row},${column}`,
    style: cell.kind === 'open' ? { color: COUNTS[cell.level ?? 0] } : undefined,
  }
  const drawn = <Glyph kind={cell.kind} />
  if (!onPress) {
    return (
      <span {...attributes} role="img" aria-label={cell.label}>
        {drawn}
        {cell.face}
      </span>
    )
  }
  return (
    <button
      type="button"
      {...attributes}
      aria-label={cell.label}
      tabIndex={focusable ? 0 : -1}
      onClick={(event) => onPress(event.shiftKey ? 'other' : 'plain')}
      onContextMenu={(event) => {
        event.preventDefault()
        onPress('other')
      }}
    >
      {drawn}
      {cell.face && !SILENT.has(cell.kind) ? cell.face : null}
    </button>
  )
}

/** Kinds fully shown by their drawing. */
const SILENT = new Set(['wall', 'floor', 'goal', 'box', 'home', 'player'])

interface BoardGridProps {
  readonly game: BoardGame
  readonly board: Board
  readonly before: Board | null
  readonly hand: BoardCursor
}

/** The cells of a board, with row and column numbers if the game counts them. */
function BoardGrid({ game, board, before, hand }: BoardGridProps) {
  const { rows, counted, block } = board
  const { at, marked } = hand
  const cells = choosesCells(game)
  return (
    <div
      className={styles['grid']}
      style={{ '--columns': rows[0]?.length ?? 1, '--lines': rows.length } as object}
    >
      {counted === undefined ? null : (
        <div className={styles['row']} aria-hidden>
          {['', ...(rows[0] ?? []).map((_, c) => c + counted)].map((name) => (
            <span key={name} className={styles['number']}>
              {name}
            </span>
          ))}
        </div>
      )}
      {rows.map((row, r) => (
        <div key={r} className={styles['row']}>
          {counted === undefined ? null : (
            <span className={styles['number']} data-row aria-hidden>
              {r + counted}
            </span>
          )}
          {row.map((cell, c) => {
            const place = { row: r, column: c }
            return (
              <BoardCell
                key={c}
                cell={cell}
                place={place}
                edge={edgeOf(block, r, c, rows.length)}
                changed={changed(board, before, r, c)}
                marked={marked?.row === r && marked.column === c}
                focusable={cells && !game.directions && at.row === r && at.column === c}
                {...(cells ? { onPress: (how) => hand.pressCell(place, how) } : {})}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface BoardViewProps extends BoardPlay {
  readonly before: Board | null
  readonly title: string
}

/**
 * An interactive board: arrow keys act in direction games and move between cells in others; clicks and typed
 * characters act.
 */
export function BoardView({ before, title, ...play }: BoardViewProps) {
  const t = useText()
  const hand = useBoardCursor(play)
  const { game, board } = play
  return (
    // The board handles the game's keys; its cells are buttons.
    <Stack
      align="center"
      gap={3}
      role="group"
      aria-roledescription={t('environments.board')}
      aria-label={title}
      data-board="drawn"
      data-look={board.look}
      className={styles['board']}
      tabIndex={game.directions || board.pegs || !choosesCells(game) ? 0 : -1}
      onKeyDown={hand.onKeyDown}
    >
      {board.pegs ? (
        <Pegs pegs={board.pegs} before={before?.pegs} chosen={hand.peg} onChoose={hand.choosePeg} />
      ) : (
        <BoardGrid game={game} board={board} before={before} hand={hand} />
      )}
      {board.palette ? (
        <Palette keys={board.palette} onChoose={(face) => hand.follow(game.palette?.(face) ?? null)} />
      ) : null}
      {board.legend && board.legend.length > 0 ? (
        <Stack as="ul" tone="quiet">
          {board.legend.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Stack>
      ) : null}
    </Stack>
  )
}

interface PaletteProps {
  readonly keys: readonly Cell[]
  onChoose(face: string): void
}

/** The on-screen keys below a board. */
function Palette({ keys, onChoose }: PaletteProps) {
  const t = useText()
  return (
    <Stack
      row
      wrap
      gap={1}
      align="stretch"
      justify="center"
      role="group"
      aria-label={t('environments.board.palette')}
      // Half the alphabet in a row, also where the keys are as large as a finger.
      style={{ maxWidth: 'max(420px, 40cqw, calc(var(--touch) * 12))' }}
    >
      {keys.map(({ face, label, kind, level }) => (
        <button
          key={face}
          type="button"
          aria-label={label}
          className={styles['key']}
          data-kind={kind}
          data-level={level}
          // A click leaves the focus on the board, where Enter sends.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(face)}
        >
          {face}
        </button>
      ))}
    </Stack>
  )
}

import { useText } from '../../i18n/text.ts'
import { type Board, type Cell, choosesCells, type BoardGame, changed, edgeOf, type Place } from './board.ts'
import styles from './board-view.module.css'
import { type BoardPlay, useBoardCursor, type Hand } from './use-board-cursor.ts'

const NAMES = ['A', 'B', 'C'] as const
/** Drawing units: width of a peg's field, of the smallest disk, and height of a disk. */
const FIELD = 150
const DISK = 18
const HEIGHT = 150

interface PegsProps {
  readonly pegs: readonly (readonly number[])[]
  readonly before: readonly (readonly number[])[] | undefined
  readonly chosen: string | null
  onChoose(peg: string): void
}

/** The towers of Hanoi; choosing two pegs moves a disk. */
function Pegs({ pegs, before, chosen, onChoose }: PegsProps) {
  const t = useText()
  const largest = Math.max(1, ...pegs.flat())
  return (
    <div className={styles['pegs']}>
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
              <path d={`M${FIELD / 2} 20V${HEIGHT - 10}M6 ${HEIGHT - 8}H${FIELD - 6}`} className="gem-rod" />
              {disks.map((size, level) => {
                const width = 26 + ((FIELD - 46) * size) / largest
                const top = HEIGHT - 12 - (level + 1) * DISK
                const fresh = moved && level === disks.length - 1
                return (
                  <g key={size} className={fresh ? 'gem-disk gem-fresh' : 'gem-disk'}>
                    <rect x={(FIELD - width) / 2} y={top} width={width} height={DISK - 3} rx="5" />
                    <text x={FIELD / 2} y={top + DISK - 7} textAnchor="middle">
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
    </div>
  )
}

/** The drawing of a cell's kind, in a square of 20 units; nothing for kinds that are a face and a ground. */
function Glyph({ kind }: { readonly kind: string }) {
  const shape = SHAPES[kind]
  if (!shape) return null
  return (
    <svg viewBox="0 0 20 20" aria-hidden>
      {shape}
    </svg>
  )
}

const SHAPES: Readonly<Record<string, React.ReactNode>> = {
  wall: (
    <g className="gem-wall">
      <rect width="20" height="20" />
      <path d="M0 6.5h20M0 13.5h20M10 0v6.5M4 6.5v7M15 6.5v7M10 13.5V20" />
    </g>
  ),
  goal: (
    <g className="gem-goal">
      <circle cx="10" cy="10" r="4.5" />
      <circle cx="10" cy="10" r="1.4" className="gem-dot" />
    </g>
  ),
  box: (
    <g className="gem-box">
      <rect x="2.5" y="2.5" width="15" height="15" rx="2" />
      <path d="M5.5 5.5l9 9M14.5 5.5l-9 9" />
    </g>
  ),
  home: (
    <g className="gem-home">
      <rect x="2.5" y="2.5" width="15" height="15" rx="2" />
      <path d="M6 10.3l2.9 2.9L14.2 7.4" />
    </g>
  ),
  player: (
    <g className="gem-player">
      <circle cx="10" cy="6" r="3" />
      <path d="M4.5 17c0-4 2.3-6.3 5.5-6.3s5.5 2.3 5.5 6.3z" />
    </g>
  ),
  flag: (
    <g className="gem-flag">
      <path d="M6.5 3.5v13.5" />
      <path d="M6.5 4l8 3-8 3z" className="gem-cloth" />
    </g>
  ),
  mine: (
    <g className="gem-mine">
      <circle cx="10" cy="10" r="4.6" />
      <path d="M10 2.5v15M2.5 10h15M4.8 4.8l10.4 10.4M15.2 4.8L4.8 15.2" />
    </g>
  ),
  black: <circle cx="10" cy="10" r="5" className="gem-peg-black" />,
  white: <circle cx="10" cy="10" r="5" className="gem-peg-white" />,
  none: <circle cx="10" cy="10" r="2" className="gem-peg-none" />,
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

/** One cell: a button where it can be chosen, a picture where it cannot. */
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

/** Kinds whose drawing says all. */
const SILENT = new Set(['wall', 'floor', 'goal', 'box', 'home', 'player'])

interface BoardGridProps {
  readonly game: BoardGame
  readonly board: Board
  readonly before: Board | null
  readonly hand: Hand
}

/** The cells of a board, with the numbers of its rows and columns where its game counts them. */
function BoardGrid({ game, board, before, hand }: BoardGridProps) {
  const { rows, counted, block } = board
  const { at, marked } = hand
  const cells = choosesCells(game)
  return (
    <div
      className={styles['grid']}
      style={{ '--columns': rows[0]?.length ?? 1, '--lines': rows.length } as object}
    >
      {counted === undefined ? null : <ColumnNumbers count={rows[0]?.length ?? 0} from={counted} />}
      {rows.map((row, r) => (
        <div key={r} className={styles['row']}>
          {counted === undefined ? null : (
            <span className={styles['number']} aria-hidden>
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

const ColumnNumbers = ({ count, from }: { readonly count: number; readonly from: number }) => (
  <div className={styles['numbers']} aria-hidden>
    <span />
    {Array.from({ length: count }, (_, c) => (
      <span key={c}>{c + from}</span>
    ))}
  </div>
)

interface BoardViewProps extends BoardPlay {
  readonly before: Board | null
  readonly title: string
}

/** A drawn board: arrows act in direction games and walk the cells in the others; clicks and typed characters act. */
export function BoardView({ before, title, ...play }: BoardViewProps) {
  const t = useText()
  const hand = useBoardCursor(play)
  const { game, board } = play
  return (
    // The drawing takes the keys of the game as a whole; its cells are buttons of their own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-roledescription={t('environments.board')}
      aria-label={title}
      data-board="drawn"
      data-look={board.look}
      className={styles['board']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
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
      {board.aside && board.aside.length > 0 ? (
        <ul className={styles['aside']}>
          {board.aside.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

interface PaletteProps {
  readonly keys: readonly Cell[]
  onChoose(face: string): void
}

/** The keys below a board. */
function Palette({ keys, onChoose }: PaletteProps) {
  const t = useText()
  return (
    <div role="group" aria-label={t('environments.board.palette')} className={styles['palette']}>
      {keys.map(({ face, label, kind, level }) => (
        <button
          key={face}
          type="button"
          aria-label={label}
          className={styles['key']}
          data-kind={kind}
          data-level={level}
          onClick={() => onChoose(face)}
        >
          {face}
        </button>
      ))}
    </div>
  )
}

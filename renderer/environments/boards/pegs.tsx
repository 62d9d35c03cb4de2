import { useText } from '../../i18n/text.ts'
import styles from './board-view.module.css'

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
export function Pegs({ pegs, before, chosen, onChoose }: PegsProps) {
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

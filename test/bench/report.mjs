/** Formats benchmark results as a table, optionally compared with an earlier run on the same machine. */
import { cpus } from 'node:os'

/** Factor below which two runs count as equal: runs of the same code differ by as much. */
const ALIKE = 1.1

/** The environment that figures depend on. */
export const machine = () => `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}`

/** Ratio to the baseline, and whether the target is met, if the row has them. */
export function compared(row, rows) {
  const baseline = rows.find((other) => other.name === row.baseline)
  const ratio = baseline && baseline.value !== 0 ? row.value / baseline.value : undefined
  const judged = row.aim?.of === 'ratio' ? ratio : row.value
  const met =
    row.aim &&
    judged !== undefined &&
    judged <= (row.aim.most ?? Infinity) &&
    judged >= (row.aim.least ?? -Infinity)
  return { ratio, met }
}

/** The file format of a run: one JSON object per line, the machine first. */
export const keptLines = (module, rows) =>
  rows.map((row) => JSON.stringify({ module, ...row, ...compared(row, rows) }))

export const firstLine = () => JSON.stringify({ machine: machine() })

/** Parses a stored run, or the output of `--json` through npm, which adds lines. */
export function readKept(text) {
  const parts = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  return {
    machine: parts.find((part) => typeof part.machine === 'string')?.machine,
    rows: parts.filter((part) => typeof part.module === 'string'),
  }
}

const isMoreBetter = (row) => row.aim?.least !== undefined || row.unit.endsWith('/s')

/** Ratio of two figures: 2 is twice as much. Undefined for zero or different signs. */
function change(then, now) {
  if (then === now) return 1
  return then > 0 && now > 0 ? now / then : undefined
}

function verdict(row, then, now) {
  const times = change(then, now)
  const isBetter = isMoreBetter(row) === now > then
  if (times !== undefined && Math.max(times, 1 / times) <= ALIKE) return 'alike'
  return isBetter ? 'better' : 'worse'
}

/** How to read the lines of {@link changes}. */
export const CHANGES = `  Beside the kept run: now / then, of the ratios to the baseline where both runs have one, else of the values.
  alike: within a tenth; base: another program's figure, which tells how the machine has changed.`

/**
 * Compares rows with those of a stored run: ratios to the baseline if both have one, since load varies over
 * time; otherwise the figures themselves, which is marked. A row that others are compared with gets no
 * verdict: it is not ours. The last line counts the verdicts.
 */
export function changes(kept, module, rows) {
  const before = kept.filter((row) => row.module === module)
  const bases = new Set(rows.map(({ baseline }) => baseline))
  const counts = { better: 0, worse: 0, alike: 0, base: 0, new: 0, gone: 0 }
  const line = (word, by, text) => {
    counts[word] += 1
    return `  ${word.padEnd(6)}  ${by.padStart(8)}  ${text}`
  }
  const lines = rows.map((row) => {
    const { name, value, unit } = row
    const earlier = before.find((one) => one.name === name)
    if (!earlier) return line('new', '', `${name}: ${figure(value)} ${unit}`)
    const { ratio } = compared(row, rows)
    const hasRatios = ratio !== undefined && typeof earlier.ratio === 'number'
    const [then, now] = hasRatios ? [earlier.ratio, ratio] : [earlier.value, value]
    const times = change(then, now)
    const isBase = row.baseline === undefined && bases.has(name)
    const what = hasRatios ? '× its baseline' : isBase ? unit : `${unit}, no baseline`
    return line(
      isBase ? 'base' : verdict(row, then, now),
      times === undefined ? '–' : `${figure(times)} ×`,
      `${name}: ${figure(then)} → ${figure(now)} ${what}`,
    )
  })
  const gone = before
    .filter(({ name }) => !rows.some((row) => row.name === name))
    .map(({ name, value, unit }) => line('gone', '', `${name}: ${figure(value)} ${unit}`))
  const sum = Object.entries(counts).filter(([, count]) => count > 0)
  return [...lines, ...gone, `  ${sum.map(([word, count]) => `${count} ${word}`).join(', ')}`].join('\n')
}

export function table(rows) {
  const lines = rows.map((row) => {
    const { ratio, met } = compared(row, rows)
    const bound = row.aim && (row.aim.most === undefined ? `≥ ${row.aim.least}` : `≤ ${row.aim.most}`)
    const aim = row.aim ? `${bound}${row.aim.of === 'ratio' ? ' ×' : ''} ${met ? 'met' : 'MISSED'}` : ''
    const times = ratio === undefined ? '' : `${figure(ratio)} ×`
    return [row.name, figure(row.value), row.unit, times, row.baseline ?? '', aim]
  })
  const all = [['', 'value', 'unit', 'ratio', 'to', 'aim'], ...lines]
  const widths = all[0].map((_, column) => Math.max(...all.map((line) => line[column].length)))
  const cell = (text, column) =>
    [1, 3].includes(column) ? text.padStart(widths[column]) : text.padEnd(widths[column])
  return all.map((line) => line.map(cell).join('  ').trimEnd()).join('\n')
}

/** Three significant digits, or integers above a thousand. */
function figure(value) {
  return Math.abs(value) >= 1_000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)))
}

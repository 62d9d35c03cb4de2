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

/**
 * Compares rows with those of a stored run: ratios to the baseline if both have one, since load varies over
 * time; otherwise the figures themselves, which is marked.
 */
export function changes(kept, module, rows) {
  const before = kept.filter((row) => row.module === module)
  const lines = rows.map((row) => {
    const earlier = before.find(({ name }) => name === row.name)
    if (!earlier) return `  new     ${''.padStart(8)}  ${row.name}`
    const { ratio } = compared(row, rows)
    const hasRatios = ratio !== undefined && typeof earlier.ratio === 'number'
    const [then, now] = hasRatios ? [earlier.ratio, ratio] : [earlier.value, row.value]
    const times = change(then, now)
    const by = times === undefined ? `${figure(then)} → ${figure(now)}` : `${figure(times)} ×`
    return `  ${verdict(row, then, now).padEnd(6)}  ${by.padStart(8)}  ${row.name}${hasRatios ? '' : ' (no baseline)'}`
  })
  const gone = before.filter(({ name }) => !rows.some((row) => row.name === name))
  return [...lines, ...gone.map(({ name }) => `  gone    ${''.padStart(8)}  ${name}`)].join('\n')
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

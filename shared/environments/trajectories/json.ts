import { isFields } from '../../json/fields.ts'
import { workbenchError } from '../../workbench/sentences/workbench-error.ts'

/** Matches strings, which stay unchanged, and Python's non-JSON numbers. */
const WORD = /"(?:[^"\\]|\\.)*"|-?\b(?:Infinity|NaN)\b/g

/**
 * Parses JSON, also as Python writes it: `NaN` and `Infinity` become strings of that name, because JSON
 * cannot represent them.
 * @throws WorkbenchError `RECORDING_UNREADABLE`
 */
export function parseJson(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (/Infinity|NaN/.test(text)) {
      try {
        return JSON.parse(text.replace(WORD, (word) => (word.startsWith('"') ? word : `"${word}"`)))
      } catch {
        // The error for the original text is more helpful.
      }
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw workbenchError('RECORDING_UNREADABLE.json', { line, reason })
  }
}

/** Returns the line number of each item of a top-level JSON list. */
export function linesOfItems(text: string): number[] {
  const lines: number[] = []
  let [line, depth, isNext] = [1, 0, false]
  for (const [part] of text.matchAll(/\n|"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]|[^\s"[\]{},]+/g)) {
    if (part === '\n') line++
    else {
      if (isNext && depth === 1 && part !== ']') lines.push(line)
      isNext = depth === 1 ? part === ',' : depth === 0
      if (part === '[' || part === '{') depth++
      else if (part === ']' || part === '}') depth--
    }
  }
  return lines
}

const wrong = (wanted: 'number' | 'text' | 'flag' | 'fields' | 'list', field: string, line: number) =>
  workbenchError(`RECORDING_UNREADABLE.${wanted}`, { field, line })

/** Converts to a finite number, also from a numeric text; undefined for infinite and non-numeric values. */
export function numberOf(value: unknown, field: string, line: number): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const number =
    typeof value === 'boolean' ? Number(value) : typeof value === 'string' ? textNumber(value) : value
  if (typeof number === 'bigint') return Number(number)
  if (typeof number !== 'number') throw wrong('number', field, line)
  return Number.isFinite(number) ? number : undefined
}

/** Reads a reward; a non-numeric one is unknown rather than zero. */
export function rewardOf(
  value: unknown,
  field: string,
  line: number,
): { readonly reward: number; readonly unknownReward?: string } {
  const reward = numberOf(value, field, line)
  if (reward !== undefined) return { reward }
  return {
    reward: 0,
    unknownReward: typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'null'),
  }
}

/** Converts a reward to a JSON value. */
export const rewardIn = ({
  reward,
  unknownReward,
}: {
  readonly reward: number
  readonly unknownReward?: string | undefined
}): number | null => (unknownReward === undefined ? reward : null)

function textNumber(text: string): number | string {
  const plain = text.trim().toLowerCase()
  if (/^[+-]?(?:nan|inf|infinity)$/.test(plain)) return Number.NaN
  const number = Number(plain)
  return plain === '' || Number.isNaN(number) ? text : number
}

export function flagOf(value: unknown, field: string, line: number): boolean | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'boolean') return value
  if (typeof value === 'object') throw wrong('flag', field, line)
  const plain = String(value as string | number)
    .trim()
    .toLowerCase()
  if (['true', '1', '1.0', 'yes'].includes(plain)) return true
  if (['false', '0', '0.0', 'no'].includes(plain)) return false
  throw wrong('flag', field, line)
}

export function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns a text unchanged, anything else as one line of JSON. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** Returns an object, or parses one from a text. */
export function fieldsOf(value: unknown, field: string, line: number): Record<string, unknown> | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const fields = typeof value === 'string' ? parseJson(value, line) : value
  if (!isFields(fields)) throw wrong('fields', field, line)
  return { ...fields }
}

export function listOf(value: unknown, field: string, line: number): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong('list', field, line)
  return value
}

/** Reads a seed that GEM accepts; null for anything else, which callers keep separately. */
export const seedOf = (value: unknown, field: string, line: number): number | null => {
  const seed = numberOf(value, field, line)
  return seed !== undefined && Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32 ? seed : null
}

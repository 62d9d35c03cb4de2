import { type Fields, isFields } from '#shared/json/fields.ts'

/** The single row of an `entity-call` (docs/spl.md#entity-calls): a plan, a table, or neither. */
type Rows = readonly Fields[]

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text
  } catch {
    return undefined
  }
}

/** The type of a raw answer; undefined if it has none. A cell may hold any JSON, which need not convert to a number. */
const responseType = ({ responseType: type }: Fields): number | undefined =>
  typeof type === 'number' || typeof type === 'string' ? Number(type) : undefined

/** Extracts the plan, as the model server wrote it. */
export function planIn(rows: Rows): unknown {
  const [row] = rows
  if (rows.length !== 1 || !row) return undefined
  if ('__agent_plan__' in row) return parsed(row['__agent_plan__'])
  return responseType(row) === 1 ? parsed(row['query']) : undefined
}

/** Extracts the rows of a raw table (responseType 2), whose cells are text. */
export function tableIn(
  rows: Rows,
): { readonly columns: readonly string[]; readonly rows: readonly Fields[] } | undefined {
  const row = rows.length === 1 ? rows[0] : undefined
  const header = row?.['header']
  const data = row?.['data']
  if (!row || responseType(row) !== 2 || !Array.isArray(header) || !Array.isArray(data)) return undefined
  const columns = header.map(String)
  return {
    columns,
    rows: data.map((each) => {
      const values: unknown = Array.isArray(each) ? each : isFields(each) ? each['values'] : undefined
      const cells = Array.isArray(values) ? values : []
      return Object.fromEntries(columns.map((column, index) => [column, (cells as unknown[])[index] ?? null]))
    }),
  }
}

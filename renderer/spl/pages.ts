import type { ToolAnswer } from '#shared/workbench/areas/models.ts'
import type { StageOf } from '#shared/spl/ast.ts'
import { SplError } from '#shared/spl/error.ts'
import { parseSpl } from '#shared/spl/parse.ts'
import { allColumns, readAnswer, type Outcome, type QueryResult, type Row } from './result.ts'

/** Maximum rows held in the page; each is in memory, in the table and in its worker. */
export const MAX_ROWS = 100_000
/** Assumed page size of a server, until it reports another (docs/spl.md#limits, MaxLimit). */
export const PAGE_ROWS = 10_000

/** The query's own last `| limit`, and the range of its number if it is a literal. */
interface OwnLimit {
  readonly count: number
  readonly place: { readonly from: number; readonly to: number } | undefined
}

/** Returns the limit set in the text; undefined if there is none or the text does not parse. */
export function ownLimit(text: string, parameters: Readonly<Record<string, unknown>>): OwnLimit | undefined {
  try {
    const count = parseSpl(text).stages.findLast(
      (stage): stage is StageOf<'limit'> => stage.kind === 'limit',
    )?.count
    if (count?.kind === 'number') return { count: count.value, place: { from: count.from, to: count.to } }
    const given = count?.kind === 'parameter' ? Number(parameters[count.name]) : Number.NaN
    return given > 0 ? { count: given, place: undefined } : undefined
  } catch (error) {
    if (error instanceof SplError) return undefined
    throw error
  }
}

/** The query to read, independent of the transport. */
interface PagedQuery {
  readonly text: string
  readonly limit: number | undefined
  readonly parameters: Readonly<Record<string, unknown>>
}

/** One page, or several merged. */
interface PagedAnswer {
  readonly outcome: Outcome
  /** The TOON texts as a language model sees them, concatenated. */
  readonly toon: string
  readonly bytes: number
  /** Sequence number of the first request in the connection's trace. */
  readonly sequence: number
}

export interface Pager {
  /** The server's page size, as far as known. */
  readonly page: number
  ask(text: string, limit: number | undefined): Promise<ToolAnswer>
  /** Whether an error from `ask` means the user cancelled. */
  cancelled(error: unknown): boolean
  /** The server's page size turned out smaller. */
  learned(page: number): void
  progressed(rows: number, wanted: number): void
}

/** The server's maximum page size, if exceeding it is why it refused. */
export function largestPage(outcome: Outcome, requested: number): number | undefined {
  if (outcome.kind !== 'refused' || outcome.refusal.code !== 'VALIDATION_FAILED') return undefined
  const most = Number(outcome.refusal.details?.['max_limit'])
  return most > 0 && most < requested ? most : undefined
}

const sameRow = (a: Row | undefined, b: Row | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A server without `offset` support returns its first rows again and again. */
const repeats = (before: readonly Row[], rows: readonly Row[]): boolean =>
  rows.length > 1 && sameRow(rows[0], before[0]) && sameRow(rows.at(-1), before.at(-1))

function bounded(
  result: QueryResult,
  rows: readonly Row[],
  wanted: number,
  own: OwnLimit | undefined,
): QueryResult {
  const whole = { ...result, columns: allColumns(result.columns.slice(0, result.named), rows), rows }
  if (own !== undefined && rows.length >= own.count && own.count <= MAX_ROWS)
    return { ...whole, limit: own.count, more: true, bound: 'query' }
  if (rows.length >= MAX_ROWS) return { ...whole, limit: MAX_ROWS, more: true, bound: 'page' }
  const limit = Math.max(wanted, rows.length)
  return rows.length >= wanted ? { ...whole, limit, more: true, bound: 'limit' } : { ...whole, more: false }
}

/**
 * Runs a query up to its limit: in one request if the server allows it, otherwise page by page with `offset`.
 * A cancel keeps the rows received so far.
 */
export async function readPages(query: PagedQuery, pager: Pager): Promise<PagedAnswer> {
  const own = ownLimit(query.text, query.parameters)
  const requested = query.limit ?? own?.count
  if (requested === undefined || requested <= pager.page) {
    const answer = await pager.ask(query.text, query.limit)
    const outcome = readAnswer(answer)
    const most = requested === undefined ? undefined : largestPage(outcome, requested)
    if (most === undefined || requested === undefined)
      return { ...partOf(answer), outcome: withBound(outcome, own) }
    pager.learned(most)
    return readParts(query, own, Math.min(requested, MAX_ROWS), { ...pager, page: most })
  }
  return readParts(query, own, Math.min(requested, MAX_ROWS), pager)
}

function withBound(outcome: Outcome, own: OwnLimit | undefined): Outcome {
  if (outcome.kind === 'refused') return outcome
  const { result } = outcome
  const byQuery = own !== undefined && result.rows.length >= own.count
  if (!byQuery && !result.more) return outcome
  return {
    kind: 'rows',
    result: {
      ...result,
      more: true,
      ...(byQuery ? { limit: own.count, bound: 'query' } : { bound: 'limit' }),
    },
  }
}

const partOf = ({ text, bytes, sequence }: ToolAnswer): Omit<PagedAnswer, 'outcome'> => ({
  toon: text,
  bytes,
  sequence,
})

async function readParts(
  query: PagedQuery,
  own: OwnLimit | undefined,
  wanted: number,
  pager: Pager,
): Promise<PagedAnswer> {
  const rows: Row[] = []
  const toon: string[] = []
  let { page } = pager
  let bytes = 0
  let first: { readonly result: QueryResult; readonly sequence: number } | undefined
  const whole = (change: Partial<QueryResult> = {}): PagedAnswer | undefined =>
    first && {
      outcome: { kind: 'rows', result: { ...bounded(first.result, rows, wanted, own), ...change } },
      toon: toon.join('\n\n'),
      bytes,
      sequence: first.sequence,
    }
  for (;;) {
    const limit = Math.min(page, wanted - rows.length)
    const text = rows.length === 0 ? query.text : `${query.text}\n| offset ${rows.length}`
    let answer: ToolAnswer
    try {
      answer = await pager.ask(text, limit)
    } catch (error) {
      const partial = pager.cancelled(error)
        ? whole({ limit: rows.length, more: true, bound: 'stopped' })
        : undefined
      if (partial) return partial
      throw error
    }
    const outcome = readAnswer(answer)
    const most = largestPage(outcome, limit)
    if (most !== undefined) {
      page = most
      pager.learned(most)
      continue
    }
    // A partial result must not look complete.
    if (outcome.kind === 'refused') return { ...partOf(answer), outcome }
    const { result } = outcome
    if (first && repeats(first.result.rows, result.rows)) return whole() as PagedAnswer
    first ??= { result, sequence: answer.sequence }
    for (const row of result.rows) rows.push(row)
    toon.push(answer.text)
    bytes += answer.bytes
    pager.progressed(rows.length, wanted)
    if (result.rows.length < limit || rows.length >= wanted) return whole() as PagedAnswer
  }
}

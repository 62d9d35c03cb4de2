import { z } from 'zod'
import type { Json, JsonObject } from '#shared/model/json.ts'
import type { Diagnostic } from '#shared/model/validation.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { type ItemType } from '#shared/documents/authoring.ts'
import { text } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { keyOfValue } from '../items/draft.ts'
import { writableRow } from '../items/from-row.ts'
import { elementQuery, entityQuery, relationQuery, type Target } from './target.ts'

const json: z.ZodType<Json> = z.json()
const rowsSchema = z.looseObject({
  ok: z.boolean().optional(),
  code: z.string().optional(),
  error: z.string().optional(),
  output: z.looseObject({ rows: z.array(z.record(z.string(), json)) }).optional(),
})

/**
 * Runs a query and returns its rows. @throws WorkbenchError with the server's code and message if it refuses
 */
export async function rowsOf(
  { connection, workspace }: Target,
  query: string,
  limit: number,
  signal?: AbortSignal,
): Promise<readonly JsonObject[]> {
  const answer = await workbench.call(
    'models.runQuery',
    { connection, workspace, query, limit },
    signal ? { signal } : {},
  )
  const parsed = rowsSchema.safeParse(answer.structured)
  if (parsed.success && parsed.data.output && !answer.isError) return parsed.data.output.rows
  throw new WorkbenchError({
    code: (parsed.success ? parsed.data.code : undefined) ?? 'BAD_ANSWER',
    message: (parsed.success ? parsed.data.error : undefined) ?? text('authoring.noTable'),
  })
}

/** Maximum relations read to find one between two ends. */
const BETWEEN = 100

/** Reads the current version of an object; undefined if it does not exist. */
export async function readOne(
  target: Target,
  type: ItemType,
  key: string,
  signal?: AbortSignal,
): Promise<JsonObject | undefined> {
  const query =
    type === 'element'
      ? elementQuery(target.prefix, key)
      : type === 'entity'
        ? entityQuery(key)
        : relationQuery(key)
  if (query === undefined) return undefined
  const rows = await rowsOf(target, query, type === 'relation' ? BETWEEN : 1, signal)
  const row = rows.find((candidate) => keyOfValue(type, candidate) === key)
  return row && writableRow(type, row)
}

/** Concurrent reads of the server's versions. */
const AT_ONCE = 4

/** Reads the current versions of objects by key, in order; undefined where one does not exist. */
export async function readEach(
  target: Target,
  objects: readonly { readonly type: ItemType; readonly key: string | undefined }[],
  signal: AbortSignal,
): Promise<readonly (JsonObject | undefined)[]> {
  const found: (JsonObject | undefined)[] = []
  for (let start = 0; start < objects.length; start += AT_ONCE) {
    const batch = objects
      .slice(start, start + AT_ONCE)
      .map(async ({ type, key }) => (key === undefined ? undefined : readOne(target, type, key, signal)))
    found.push(...(await Promise.all(batch)))
  }
  return found
}

const findings = z
  .array(z.looseObject({ field: z.string(), reason: z.string() }))
  .optional()
  .catch([])
const validation = z.looseObject({
  output: z.looseObject({ errors: findings, warnings: findings }).optional(),
  code: z.string().optional(),
  error: z.string().optional(),
})

/** Runs `model_validate` on elements. @throws WorkbenchError if it fails */
export async function validateElements(
  { connection, workspace }: Target,
  elements: readonly JsonObject[],
  signal: AbortSignal,
): Promise<{ readonly errors: readonly Diagnostic[]; readonly warnings: readonly Diagnostic[] }> {
  const { structured, isError } = await workbench.call(
    'models.callTool',
    { connection, workspace, tool: 'model_validate', arguments: { elements } },
    { signal },
  )
  const parsed = validation.safeParse(structured)
  if (!parsed.success || isError || !parsed.data.output) {
    throw new WorkbenchError({
      code: (parsed.success ? parsed.data.code : undefined) ?? 'BAD_ANSWER',
      message: (parsed.success ? parsed.data.error : undefined) ?? text('authoring.noCheck'),
    })
  }
  const { errors = [], warnings = [] } = parsed.data.output
  const plain = (list: readonly { field: string; reason: string }[]): Diagnostic[] =>
    list.map(({ field, reason }) => ({ field, reason }))
  return { errors: plain(errors), warnings: plain(warnings) }
}

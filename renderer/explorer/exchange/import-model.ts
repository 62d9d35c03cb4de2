import { z } from 'zod'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { pathsOf } from '../../drafts/items/findings.ts'
import { reasonWords } from '../../drafts/items/reason-words.ts'
import { text } from '../../i18n/text.ts'
import { lineOf, type Problem, type ReadFiles } from './read-files.ts'

const issue = z.looseObject({
  field: z.string().default(''),
  reason: z.string().default(''),
  limit: z.unknown().optional(),
})
const reportSchema = z.looseObject({
  valid: z.boolean(),
  errors: z.array(issue).default([]),
  warnings: z.array(issue).default([]),
})
/** Result of `model_validate` (docs/model-service.md#results). */
export type ValidationReport = z.infer<typeof reportSchema>

const writeSchema = z.looseObject({
  accepted: z.number().default(0),
  failed: z.number().default(0),
  items: z
    .array(z.looseObject({ id: z.string().default(''), ok: z.boolean(), message: z.string().optional() }))
    .default([]),
})
export type ImportResult = z.infer<typeof writeSchema>

const toolsSchema = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string(), enabled: z.boolean().optional() })).default([]),
})

async function output(
  connection: string,
  tool: string,
  elements: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const answer = await workbench.call(
    'models.callTool',
    { connection, tool, arguments: { elements } },
    { signal },
  )
  const structured = (answer.structured ?? {}) as { output?: unknown; error?: string; code?: string }
  if (answer.isError)
    throw new WorkbenchError({
      code: structured.code ?? 'TOOL_FAILED',
      message: structured.error ?? answer.text,
    })
  return structured.output
}

/** Validates elements without writing anything. */
export async function validateModel(
  connection: string,
  prefix: string,
  elements: readonly unknown[],
  signal: AbortSignal,
): Promise<ValidationReport> {
  return reportSchema.parse(await output(connection, `${prefix}_validate`, elements, signal))
}

/**
 * Writes elements to the server's model. @throws WorkbenchError `TOOL_DISABLED` if the server does not allow
 * writes.
 */
export async function importModel(
  connection: string,
  prefix: string,
  elements: readonly unknown[],
  signal: AbortSignal,
): Promise<ImportResult> {
  return writeSchema.parse(await output(connection, `${prefix}_import`, elements, signal))
}

/** Whether the server reports its import tool as enabled; undefined if it does not say. */
export async function importAllowed(
  connection: string,
  prefix: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { value } = await workbench.call(
    'models.readResource',
    { connection, resource: 'tool-capability-metadata' },
    { signal },
  )
  const parsed = toolsSchema.safeParse(value)
  return parsed.success
    ? parsed.data.tools.find(({ name }) => name === `${prefix}_import`)?.enabled
    : undefined
}

/** Problems of each type that are listed, and so have their lines found. */
export const LISTED = 200

/** Result of checking files: importable elements, and problems with their locations. */
export interface Checked {
  readonly good: readonly Record<string, unknown>[]
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
}

/** The index of the element that a finding is about, or -1. */
const placeOf = (field: string): number => Number(/^elements\[(\d+)\]/.exec(field)?.[1] ?? -1)

/**
 * Maps the server's `elements[i].…` findings to locations in files; only elements without an error are valid.
 */
export function checkedFiles(
  { elements, origins, problems }: ReadFiles,
  { errors, warnings }: ValidationReport,
): Checked {
  const bad = new Set<number>()
  const placed = (
    { field, reason }: z.infer<typeof issue>,
    order: number,
  ): { place: number; problem: Problem } => {
    const place = placeOf(field)
    const [, member = ''] = /^elements\[\d+\]\.?(.*)$/.exec(field) ?? []
    const origin = origins[place]
    const said = reasonWords(reason)
    if (!origin) return { place, problem: { path: '', message: [field, said].filter(Boolean).join(': ') } }
    const paths = pathsOf(member, elements[place])
    const isOne = paths.length === 1 && paths[0] === member
    const message = [paths.join(', '), isOne ? said : text('authoring.reason.required')]
      .filter(Boolean)
      .join(': ')
    return {
      place,
      problem: { path: origin.file.path, line: order < LISTED ? lineOf(origin, member) : undefined, message },
    }
  }
  const wrong = errors.map((error, order) => {
    const { place, problem } = placed(error, order)
    bad.add(place)
    return problem
  })
  // An error that names no element applies to all of them.
  const good = bad.has(-1) ? [] : elements.filter((_, place) => !bad.has(place))
  return {
    good,
    errors: [...problems, ...wrong],
    warnings: warnings
      .filter(({ field }) => !bad.has(placeOf(field)))
      .map((warning, order) => placed(warning, order).problem),
  }
}

import * as z from 'zod'
import { catalogueEntrySchema } from '#shared/gem/catalogue/entry.ts'
import { GemError } from './gem-error.ts'

/** A catalogue entry in a plugin: what is omitted has a default. */
export const pluginEntrySchema = catalogueEntrySchema
  .omit({ source: true })
  .extend({
    id: z.string().regex(/^[a-z][\w-]*:[\w.-]+$/, 'must look like family:Name, such as my:LightsOut-v0'),
    kind: catalogueEntrySchema.shape.kind.default('multi-turn'),
    parameters: catalogueEntrySchema.shape.parameters.default({}),
    drawn: z.boolean().default(false),
    bestReturn: z.number().nullable().default(null),
    winnable: catalogueEntrySchema.shape.winnable.default('unknown'),
    notes: z.array(z.string()).default([]),
    seedMatters: z.boolean().default(true),
  })
  .refine(({ action }) => isPattern(action.pattern), {
    path: ['action', 'pattern'],
    message: 'must be a regular expression',
  })

export type PluginEntry = z.input<typeof pluginEntrySchema>

/** @throws GemError `ENV_FAILED` when a plugin's answer is invalid */
export function validAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  verb: string,
): z.output<Schema> {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  const { path, message } = result.error.issues[0]!
  // JSON has no NaN: a non-finite number arrives as null.
  const problem = path[0] === 'reward' ? 'it is no finite number' : message
  throw new GemError(
    'ENV_FAILED',
    `its answer to ${verb} is not valid: ${path.join('.') || 'answer'}: ${problem}`,
  )
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'g') instanceof RegExp
  } catch {
    return false
  }
}

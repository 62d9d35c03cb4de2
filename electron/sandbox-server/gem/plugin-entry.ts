import * as z from 'zod'
import { catalogueEntrySchema } from '#shared/gem/catalogue/entry.ts'

/** A catalogue entry as plugins write it: what is left out has a default. */
export const pluginEntrySchema = catalogueEntrySchema
  .omit({ source: true })
  .extend({
    id: z.string().regex(/^[a-z][\w-]*:[\w.-]+$/, 'must look like family:Name, such as my:LightsOut-v0'),
    kind: catalogueEntrySchema.shape.kind.default('multi-turn'),
    parameters: catalogueEntrySchema.shape.parameters.default({}),
    drawn: z.boolean().default(false),
    bestReturn: z.number().default(1),
    winnable: catalogueEntrySchema.shape.winnable.default('sometimes'),
    notes: z.array(z.string()).default([]),
    seedMatters: z.boolean().default(true),
  })
  .refine(({ action }) => isPattern(action.pattern), {
    path: ['action', 'pattern'],
    message: 'must be a regular expression',
  })

export type PluginEntry = z.input<typeof pluginEntrySchema>

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'g') instanceof RegExp
  } catch {
    return false
  }
}

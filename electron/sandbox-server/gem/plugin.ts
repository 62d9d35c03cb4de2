import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { boxed, lastAction, lastBoxed } from '#shared/gem/boxed.ts'
import { type CatalogueEntry, catalogueEntrySchema } from '#shared/gem/catalogue/entry.ts'
import { REWARD, TERMINAL_STATE } from '#shared/gem/episode.ts'
import { PythonRandom } from '#shared/gem/python-random.ts'
import { resetResult, stepResult } from '#shared/gem/rest.ts'
import type { Environment, EnvironmentDefinition } from './environment.ts'
import { GemError } from './gem-error.ts'

/**
 * What a plugin module exports: one function that gets the toolkit and answers the environments to add. It may be
 * asynchronous. See `examples/lights-out.mjs` for a whole one.
 */
export interface GemPlugin {
  environments(gem: PluginToolkit): readonly PluginEnvironment[] | Promise<readonly PluginEnvironment[]>
}

/** What the server lends to a plugin, so that a plugin needs no imports. */
export interface PluginToolkit {
  /** A generator per environment keeps episodes reproducible; do not draw from Math.random. */
  readonly PythonRandom: typeof PythonRandom
  readonly boxed: typeof boxed
  readonly lastAction: typeof lastAction
  readonly lastBoxed: typeof lastBoxed
  readonly REWARD: typeof REWARD
  readonly TERMINAL_STATE: typeof TERMINAL_STATE
}

/** One environment of a plugin: what the catalogue says of it, and how to make one. */
export interface PluginEnvironment {
  readonly entry: PluginEntry
  /** @param context.seed fresh entropy for resets without a seed. */
  create(context: { readonly seed: number }): Environment
}

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

export const toolkit: PluginToolkit = { PythonRandom, boxed, lastAction, lastBoxed, REWARD, TERMINAL_STATE }

/**
 * A definition made from a plugin's. Its environments' answers are checked, so that a plugin's mistake is a sentence
 * and never a broken answer.
 * @param file where it stands, to tell its frames from ours
 * @throws z.ZodError when the entry is not valid.
 */
export function pluginDefinition(
  plugin: PluginEnvironment,
  file: string,
  limitMs: number,
): EnvironmentDefinition {
  const entry: CatalogueEntry = { ...pluginEntrySchema.parse(plugin.entry), source: 'plugin' }
  return { entry, create: ({ seed }) => checked(() => plugin.create({ seed }), file, limitMs) }
}

function checked(create: () => Environment, file: string, limitMs: number): Environment {
  let environment = create()
  let isLost = false
  const within = async <T>(verb: string, answer: () => T | Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isLost = true
        reject(new Error(`${verb} took more than ${limitMs / 1000} s and was given up; reset begins anew`))
      }, limitMs)
    })
    try {
      return await Promise.race([answer(), late])
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause)
      const error = new GemError('ENV_FAILED', message, [], framesIn(cause, file))
      error.cause = cause
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    async reset(seed) {
      if (isLost) environment = create()
      isLost = false
      return within('reset', async () => valid(resetResult, await environment.reset(seed), 'reset'))
    },
    step: (action) => within('step', async () => valid(stepResult, await environment.step(action), 'step')),
    close: async () => environment.close?.(),
  }
}

/** The frames of an error that stand in a plugin's file: `FILE:LINE:COLUMN`, with the function where it has a name. */
export function framesIn(cause: unknown, file: string): string[] {
  const stack = cause instanceof Error ? (cause.stack ?? '') : ''
  return stack
    .split('\n')
    .filter((line) => line.includes(file) || line.includes(pathToFileURL(file).href))
    .map((line) =>
      line
        .trim()
        .replace('file://', '')
        .replace(/\?v=[\d.]+/, ''),
    )
}

function valid<Schema extends z.ZodType>(schema: Schema, answer: unknown, verb: string): z.output<Schema> {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  throw new Error(
    `the plugin's answer to ${verb} is not valid: ${issue.path.join('.') || 'answer'}: ${issue.message}.`,
  )
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'g') instanceof RegExp
  } catch {
    return false
  }
}

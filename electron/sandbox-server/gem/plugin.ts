import { pathToFileURL } from 'node:url'
import { boxed, lastAction, lastBoxed } from '#shared/gem/boxed.ts'
import { REWARD, TERMINAL_STATE } from '#shared/gem/episode.ts'
import { PythonRandom } from '#shared/gem/python-random.ts'
import type { Environment } from './environment.ts'
import type { PluginEntry } from './plugin-entry.ts'

/**
 * The export of a plugin module: a function, possibly asynchronous, that receives the toolkit and returns the environments
 * to add. See `examples/lights-out.mjs` for a complete example.
 */
export interface GemPlugin {
  environments(gem: PluginToolkit): readonly PluginEnvironment[] | Promise<readonly PluginEnvironment[]>
}

/** Provided by the server, so that a plugin needs no imports. */
export interface PluginToolkit {
  /** A random generator; one per environment makes episodes reproducible. Do not use Math.random. */
  readonly PythonRandom: typeof PythonRandom
  readonly boxed: typeof boxed
  readonly lastAction: typeof lastAction
  readonly lastBoxed: typeof lastBoxed
  readonly REWARD: typeof REWARD
  readonly TERMINAL_STATE: typeof TERMINAL_STATE
}

/** An environment of a plugin: its catalogue entry and its factory. */
export interface PluginEnvironment {
  readonly entry: PluginEntry
  /** @param context.seed entropy for resets without a seed */
  create(context: { readonly seed: number }): Environment
}

export const toolkit: PluginToolkit = { PythonRandom, boxed, lastAction, lastBoxed, REWARD, TERMINAL_STATE }

/** The stack frames of an error within a plugin's file: `FILE:LINE:COLUMN`, with the function's name if any. */
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

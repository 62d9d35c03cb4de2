import { pathToFileURL } from 'node:url'
import { boxed, lastAction, lastBoxed } from '#shared/gem/boxed.ts'
import { REWARD, TERMINAL_STATE } from '#shared/gem/episode.ts'
import { PythonRandom } from '#shared/gem/python-random.ts'
import type { Environment } from './environment.ts'
import type { PluginEntry } from './plugin-entry.ts'

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

export const toolkit: PluginToolkit = { PythonRandom, boxed, lastAction, lastBoxed, REWARD, TERMINAL_STATE }

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

import { readdir } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import type { EnvironmentDefinition } from './environment.ts'
import { type GemPlugin, pluginDefinition, type PluginEnvironment, toolkit } from './plugin.ts'
import type { Registry } from './registry.ts'
import type { PluginProblem } from './service.ts'

const JAVASCRIPT = ['.mjs', '.js']
const TYPESCRIPT = ['.ts', '.mts']

/**
 * Registers the environments of every plugin file in a folder, in order of file names. A file that is broken, or that
 * wants an id that is taken, is left out as a whole and reported; the others are loaded all the same. Files whose names
 * begin with a dot or an underscore, declarations, and other kinds of files are passed over.
 */
export async function loadPlugins(directory: string, registry: Registry): Promise<PluginProblem[]> {
  const problems: PluginProblem[] = []
  let names: string[]
  try {
    names = await readdir(directory)
  } catch (error) {
    return [{ file: directory, reason: `The folder of plugins cannot be read: ${sentence(error)}` }]
  }
  for (const name of names.filter(isPlugin).toSorted()) {
    const file = join(resolve(directory), name)
    try {
      register(await load(file), registry)
    } catch (error) {
      problems.push({ file, reason: sentence(error) })
    }
  }
  return problems
}

function isPlugin(name: string): boolean {
  return (
    /^[^._].*$/.test(name) &&
    !/\.d\.m?ts$/.test(name) &&
    [...JAVASCRIPT, ...TYPESCRIPT].includes(extname(name))
  )
}

async function load(file: string): Promise<EnvironmentDefinition[]> {
  if (TYPESCRIPT.includes(extname(file)) && !runsTypeScript()) {
    throw new Error(
      `This Node (${process.version}) does not run TypeScript. Use Node 22.18 or newer, or compile the file to JavaScript.`,
    )
  }
  const plugin = (await import(pathToFileURL(file).href)) as Partial<GemPlugin>
  if (typeof plugin.environments !== 'function') {
    throw new TypeError('The file exports no function named environments.')
  }
  const environments: unknown = await plugin.environments(toolkit)
  if (!Array.isArray(environments)) throw new TypeError('The function environments must answer an array.')
  return environments.map((environment: PluginEnvironment | null | undefined, i) => {
    if (typeof environment?.create !== 'function')
      throw new TypeError(`Environment ${i} has no function create.`)
    return pluginDefinition(environment)
  })
}

/** All or nothing: no id of the file is registered when one of them cannot be. */
function register(definitions: readonly EnvironmentDefinition[], registry: Registry): void {
  const ids = definitions.map(({ entry }) => entry.id)
  const taken = ids.find((id, i) => registry.has(id) || ids.indexOf(id) !== i)
  if (taken !== undefined) throw new Error(`The environment id ${taken} is already taken.`)
  for (const definition of definitions) registry.register(definition)
}

function runsTypeScript(): boolean {
  return 'typescript' in process.features && Boolean(process.features.typescript)
}

function sentence(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map(({ path, message }) => `entry.${path.join('.')}: ${message}`).join('; ')
  }
  return error instanceof Error ? error.message : String(error)
}

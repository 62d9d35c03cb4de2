import { isFields, type Fields } from '#shared/json/fields.ts'
import { say, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'
import type { Entries } from './pasted.ts'

interface Input {
  readonly id: string
  readonly description: string
}

/** Commands that run packages of a registry. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npm: ['npx', '-y'],
  pypi: ['uvx'],
  oci: ['docker', 'run', '-i', '--rm'],
  nuget: ['dnx', '--yes'],
}

const listIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Fills in the values of a `server.json` and collects the inputs that the user has to provide. */
class Filler {
  readonly inputs: Input[] = []

  /** The value of an input; undefined if it is optional and has none. */
  value(given: Fields, id: string): string | undefined {
    const { value, default: preset, isRequired, isSecret, description, variables } = given
    const text = textIn(value) ?? textIn(preset)
    if (text !== undefined) return this.#withVariables(text, isFields(variables) ? variables : {})
    if (isRequired !== true && isSecret !== true) return undefined
    if (!this.inputs.some((input) => input.id === id))
      this.inputs.push({ id, description: textIn(description) ?? id })
    return `\${input:${id}}`
  }

  /** Fills in variables: `Bearer {token}`. */
  #withVariables(text: string, variables: Fields): string {
    return text.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
      return isFields(variable) ? (this.value(variable, name) ?? '') : whole
    })
  }

  /** Environment variables or headers. */
  pairs(list: unknown): Record<string, string> {
    return Object.fromEntries(
      listIn(list).flatMap((each) => {
        const name = textIn(each['name'])
        const value = name === undefined ? undefined : this.value(each, name)
        return name === undefined || value === undefined ? [] : [[name, value] as const]
      }),
    )
  }

  /** Command-line arguments: `--name value`, or a positional value. */
  words(list: unknown): string[] {
    return listIn(list).flatMap((each) => {
      const name = textIn(each['name'])
      if (each['type'] === 'named' && name !== undefined && !('value' in each || 'default' in each))
        // Without a value it is a flag, unless the user has to provide one.
        return each['isRequired'] === true && textIn(each['valueHint']) !== undefined
          ? [name, this.value(each, name) ?? '']
          : each['isRequired'] === true
            ? [name]
            : []
      const value = this.value(each, name ?? textIn(each['valueHint']) ?? 'argument')
      if (value === undefined) return []
      return each['type'] === 'named' && name !== undefined ? [name, value] : [value]
    })
  }
}

function packageEntry(one: Fields, filler: Filler): Fields | undefined {
  const runner = RUNNERS[String(one['registryType'] ?? one['registry_name'])]
  const identifier = textIn(one['identifier']) ?? textIn(one['name'])
  if (!runner || identifier === undefined) return undefined
  const [command, ...before] = runner
  const version = textIn(one['version'])
  const isContainer = command === 'docker'
  const env = filler.pairs(one['environmentVariables'] ?? one['environment_variables'])
  const passed = isContainer ? Object.keys(env).flatMap((name) => ['-e', name]) : []
  const args = [
    ...before,
    ...filler.words(one['runtimeArguments']),
    ...passed,
    version === undefined || isContainer ? identifier : `${identifier}@${version}`,
    ...filler.words(one['packageArguments']),
  ]
  return { command, args, env }
}

/** The registry's API wraps the entry. */
const entryIn = (value: Fields): Fields => (isFields(value['server']) ? value['server'] : value)

/** Why {@link registryServer} cannot use an entry that has packages: no command runs packages of these types. */
export function unrunnable(value: Fields): LocalizedMessage | undefined {
  const entry = entryIn(value)
  const packages = textIn(entry['name']) === undefined ? [] : listIn(entry['packages'])
  const bundle = packages.find((one) => one['registryType'] === 'mcpb')
  const url = textIn(bundle?.['identifier'])
  if (url !== undefined) return say('FILE.bundle', { url: url.slice(0, 500) })
  const types = new Set(
    packages.map((one) => (textIn(one['registryType'] ?? one['registry_name']) ?? '?').slice(0, 40)),
  )
  return types.size > 0 ? say('FILE.packages', { types: [...types].join(', ') }) : undefined
}

/**
 * Converts a `server.json` of the MCP registry, or a server card: its first remote, else the first package with a known runner. Values
 * that the user has to provide become inputs.
 */
export function registryServer(
  value: Fields,
): { readonly entries: Entries; readonly inputs: readonly Input[] } | undefined {
  const entry = entryIn(value)
  const name = textIn(entry['name'])
  if (name === undefined) return undefined
  const filler = new Filler()
  const [remote] = listIn(entry['remotes'])
  const definition = remote
    ? {
        type: remote['type'],
        url: filler.value({ ...remote, value: remote['url'] }, 'url'),
        headers: filler.pairs(remote['headers']),
      }
    : listIn(entry['packages'])
        .map((one) => packageEntry(one, filler))
        .find((found) => found !== undefined)
  return definition && { entries: { [name.split('/').at(-1) ?? name]: definition }, inputs: filler.inputs }
}

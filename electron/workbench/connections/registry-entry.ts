import { isFields, type Fields } from '#shared/json/fields.ts'
import { say, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'
import type { Entries } from './pasted.ts'

interface Input {
  readonly id: string
  readonly description: string
}

/** Programs that run packages of a registry. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npm: ['npx', '-y'],
  pypi: ['uvx'],
  oci: ['docker', 'run', '-i', '--rm'],
  nuget: ['dnx', '--yes'],
}

const listIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Fills in what a `server.json` gives, and notes what a person must give. */
class Filler {
  readonly inputs: Input[] = []

  /** The value of an input of the registry's; none where it need not be given. */
  value(given: Fields, id: string): string | undefined {
    const { value, default: preset, isRequired, isSecret, description, variables } = given
    const text = textIn(value) ?? textIn(preset)
    if (text !== undefined) return this.#withVariables(text, isFields(variables) ? variables : {})
    if (isRequired !== true && isSecret !== true) return undefined
    if (!this.inputs.some((input) => input.id === id))
      this.inputs.push({ id, description: textIn(description) ?? id })
    return `\${input:${id}}`
  }

  /** `Bearer {token}`: the braces name a variable of the value. */
  #withVariables(text: string, variables: Fields): string {
    return text.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
      return isFields(variable) ? (this.value(variable, name) ?? '') : whole
    })
  }

  /** Variables of an environment, or headers. */
  pairs(list: unknown): Record<string, string> {
    return Object.fromEntries(
      listIn(list).flatMap((each) => {
        const name = textIn(each['name'])
        const value = name === undefined ? undefined : this.value(each, name)
        return name === undefined || value === undefined ? [] : [[name, value] as const]
      }),
    )
  }

  /** Words of a command line: `--name value`, or a value alone. */
  words(list: unknown): string[] {
    return listIn(list).flatMap((each) => {
      const name = textIn(each['name'])
      if (each['type'] === 'named' && name !== undefined && !('value' in each || 'default' in each))
        // Without a value of its own it is a switch, unless a person has to give one.
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

/** A registry's own answer has the entry inside. */
const entryIn = (value: Fields): Fields => (isFields(value['server']) ? value['server'] : value)

/** Why {@link registryServer} finds nothing in an entry that does have packages: each is of a kind that no command runs. */
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
 * A `server.json` of the MCP registry, or a server card: the first of its addresses, else the first of its packages that we know how to
 * run. Values that a person must give become inputs.
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

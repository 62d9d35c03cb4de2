import { statSync } from 'node:fs'
import { keyProblem } from '../access/key-problem.ts'
import { whyUnwritable } from '../folder-check.ts'
import { isJsonObject, type Json } from '#shared/model/json.ts'
import { parseJson, placeOf, repeatedNames } from '#shared/json/parse-json.ts'
import { nearest } from '#shared/spl/nearest.ts'

/** How a setting is declared. */
export interface Setting {
  readonly type: 'string' | 'boolean'
  /** The default, as text; a boolean defaults to false. */
  readonly default?: string | undefined
  /** A default that the program computes; shown in the list only. */
  readonly usual?: string | undefined
  /** Never printed. */
  readonly secret?: boolean
  /** Applies to a single run and is not part of the configuration. */
  readonly once?: boolean
  /** The environment variable, if its name differs from the prefixed one. */
  readonly variable?: string
}

export type Definitions = Readonly<Record<string, Setting>>

interface Given {
  readonly text: string
  /** Where the user gave it: `--addr`, `ORRERY_SANDBOX_ADDR`, `server.json:3:11: addr`. */
  readonly called: string
  /** Its source, for the list of all settings. */
  readonly from: string
}

interface Sources {
  /** The command line, parsed by `parseArgs` without defaults. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Prefix of the environment variables, such as `ORRERY_SANDBOX_`. */
  readonly prefix: string
  readonly readFile: (path: string) => string
}

/** How a problem begins that has its place in the file: `server.json:3:11: `. */
const FILE_LINE = /^[^\n]+?:(\d+):\d+: /

const YES = new Set(['true', '1', 'yes', 'on'])
const NO = new Set(['false', '0', 'no', 'off'])

/**
 * A program's settings, in order of precedence: command line, environment, file, default. Collects problems
 * instead of throwing.
 */
export class Settings {
  readonly #problems = new Set<string>()
  /** Warnings: worth a look, but not a reason to refuse to start. */
  readonly remarks: string[] = []
  readonly #definitions: Definitions
  readonly #given = new Map<string, Given>()

  constructor(definitions: Definitions, sources: Sources) {
    this.#definitions = definitions
    const { flags, environment, prefix } = sources
    const path = flags['config'] ?? environment[`${prefix}CONFIG`]
    if (typeof path === 'string' && path !== '') this.#readFile(path, sources)
    for (const [name, setting] of Object.entries(definitions)) {
      const variable = variableOf(name, setting, prefix)
      const text = environment[variable]
      // An empty variable counts as unset, except for a secret, where that would be a surprise.
      if (text !== undefined && !setting.once && (text !== '' || setting.secret)) {
        this.#given.set(name, { text, called: variable, from: variable })
      }
      const flag = flags[name]
      const called = `--${name}`
      if (flag !== undefined) this.#given.set(name, { text: String(flag), called, from: called })
    }
    this.#remarkUnknown(environment, prefix)
  }

  text(name: string): string | undefined {
    return this.#given.get(name)?.text ?? this.#definitions[name]?.default
  }

  flag(name: string): boolean {
    const { text, called } = this.#given.get(name) ?? { text: 'false', called: name }
    if (!YES.has(text) && !NO.has(text)) this.add(`${called} is true or false, not ${JSON.stringify(text)}`)
    return YES.has(text)
  }

  /** All problems, without duplicates; those of the file in its order. */
  get problems(): readonly string[] {
    const lineOf = (problem: string): number => Number(FILE_LINE.exec(problem)?.[1] ?? Number.NaN)
    const all = [...this.#problems]
    const ofFile = all.filter((one) => FILE_LINE.test(one)).sort((one, other) => lineOf(one) - lineOf(other))
    return all.map((one) => (FILE_LINE.test(one) ? (ofFile.shift() ?? one) : one))
  }

  add(problem: string): void {
    this.#problems.add(problem)
  }

  /** Returns where the user gave a setting. */
  called(name: string): string {
    return this.#given.get(name)?.called ?? `--${name}`
  }

  /** Parses a setting that has a value; an exception becomes a problem. */
  read<Value>(name: string, parse: (text: string, called: string) => Value): Value | undefined {
    const text = this.text(name)
    return text === undefined ? undefined : this.attempt(() => parse(text, this.called(name)))
  }

  /** Runs a function and records its exception as a problem. @returns undefined if it threw */
  attempt<Value>(work: () => Value): Value | undefined {
    try {
      return work()
    } catch (error) {
      // Name the source, in case it was not given on the command line.
      this.add(
        (error as Error).message.replace(
          /^--([a-z-]+)/,
          (flag, name: string) => this.#given.get(name)?.called ?? flag,
        ),
      )
      return undefined
    }
  }

  /** Returns all effective settings with their sources; secrets are masked. */
  list(): { readonly name: string; readonly value: string; readonly from: string }[] {
    return Object.entries(this.#definitions)
      .filter(([, { once }]) => !once)
      .map(([name, { secret, type, default: fixed, usual = type === 'boolean' ? 'false' : '' }]) => {
        const { text = fixed ?? usual, from = 'default' } = this.#given.get(name) ?? {}
        return { name, value: secret && text !== '' ? '••••••••' : text, from }
      })
  }

  #readFile(path: string, { readFile }: Sources): void {
    const text = this.attempt(() => fileText(path, readFile))
    if (text === undefined) return
    const parsed = parseJson(text)
    if ('error' in parsed) {
      const { line, column, message } = parsed.error
      this.add(`${path}:${line}:${column}: ${message}`)
      return
    }
    if (!isJsonObject(parsed.value as Json)) {
      this.add(`${path}:1:1: this is no object of settings`)
      return
    }
    for (const [name, value] of Object.entries(parsed.value as object)) {
      const { line, column } = placeOf(text, [name])
      this.#take(name, value, `${path}:${line}:${column}`)
    }
    for (const { name, line, column } of repeatedNames(text))
      this.add(`${path}:${line}:${column}: ${name} is given twice`)
    this.#remarkReaders(path)
  }

  #take(name: string, value: unknown, from: string): void {
    const setting = Object.hasOwn(this.#definitions, name) ? this.#definitions[name] : undefined
    const called = `${from}: ${name}`
    if (!setting || setting.once) {
      const names = Object.keys(this.#definitions).filter((one) => !this.#definitions[one]?.once)
      const near = nearest(name, names)
      this.add(`${called} is no setting${near ? `; did you mean ${near}?` : ''}`)
    } else if (setting.type === 'boolean' && typeof value !== 'boolean') {
      this.add(`${called} is true or false, not ${JSON.stringify(value)}`)
    } else if (setting.type === 'string' && typeof value !== 'string' && typeof value !== 'number') {
      this.add(`${called} is a text or a number, not ${JSON.stringify(value)}`)
    } else this.#given.set(name, { text: String(value), called, from })
  }

  #remarkReaders(path: string): void {
    const secrets = [...this.#given].filter(([name]) => this.#definitions[name]?.secret).map(([name]) => name)
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    if (secrets.length > 0 && (mode & 0o077) !== 0) {
      this.remarks.push(
        `${path} has ${secrets.join(' and ')}, and other users may read it; chmod 600 ends that`,
      )
    }
  }

  #remarkUnknown(environment: Sources['environment'], prefix: string): void {
    const known = Object.entries(this.#definitions).map(([name, setting]) =>
      variableOf(name, setting, prefix),
    )
    for (const variable of Object.keys(environment)) {
      if (!variable.startsWith(prefix) || known.includes(variable) || variable === `${prefix}CONFIG`) continue
      const near = nearest(variable, known)
      if (near) this.remarks.push(`${variable} is no setting; did you mean ${near}?`)
    }
  }
}

function fileText(path: string, readFile: Sources['readFile']): string {
  try {
    return readFile(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : message
    throw new Error(`--config ${path} cannot be read: ${why}`, { cause: error })
  }
}

const variableOf = (name: string, { variable }: Setting, prefix: string): string =>
  variable ?? prefix + name.toUpperCase().replaceAll('-', '_')

/** Folders that a program writes to, and the one with keys. */
interface Folders {
  readonly access: string | undefined
  readonly data: string | undefined
}

/** Returns the output of `--check`: effective settings, their sources, and all problems, those of the keys in `access` included. */
export function checkReport(
  settings: Settings,
  { access, data }: Folders,
): { readonly text: string; readonly exitCode: 0 | 2 } {
  const damage = access === undefined ? undefined : keyProblem(access)
  if (damage !== undefined) settings.add(damage)
  for (const [name, folder] of Object.entries({ data, access })) {
    const why = folder === undefined ? undefined : whyUnwritable(folder)
    // No problem: the user who asks may be another than the server's.
    if (why !== undefined)
      settings.remarks.push(`${settings.called(name)} ${folder} cannot be written by this user (${why})`)
  }
  const rows = settings.list()
  const width = (pick: (row: (typeof rows)[number]) => string) =>
    Math.max(...rows.map((row) => pick(row).length))
  const [names, values] = [width(({ name }) => name), width(({ value }) => value)]
  const lines = rows.map(({ name, value, from }) => `${name.padEnd(names)}  ${value.padEnd(values)}  ${from}`)
  const { problems, remarks } = settings
  const verdict =
    problems.length === 0 ? 'This configuration can be used.' : 'This configuration cannot be used.'
  return {
    text: [...lines, '', ...remarks.map((remark) => `remark: ${remark}`), ...problems, verdict, ''].join(
      '\n',
    ),
    exitCode: problems.length === 0 ? 0 : 2,
  }
}

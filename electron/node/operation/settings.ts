import { statSync } from 'node:fs'
import { isJsonObject, type Json } from '#shared/model/json.ts'
import { parseJson, placeOf } from '#shared/json/parse-json.ts'
import { nearest } from '#shared/spl/nearest.ts'

/** How one setting is given. */
export interface Setting {
  readonly type: 'string' | 'boolean'
  /** The default, as text; a boolean is false then. */
  readonly default?: string | undefined
  /** The same, where the program finds it out itself: for the list alone. */
  readonly usual?: string | undefined
  /** Never shown. */
  readonly secret?: boolean
  /** What is asked of one start, and is no part of a configuration. */
  readonly once?: boolean
  /** Its name in the environment, where that is another than its own with the prefix. */
  readonly variable?: string
}

export type Definitions = Readonly<Record<string, Setting>>

interface Given {
  readonly text: string
  /** How whoever gave it finds it: `--addr`, `ORRERY_SANDBOX_ADDR`, `server.json:3:11: addr`. */
  readonly called: string
  /** Where it is from, for the list of all. */
  readonly from: string
}

interface Sources {
  /** The command line, as `parseArgs` reads it without defaults. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Of the names of variables, such as `ORRERY_SANDBOX_`. */
  readonly prefix: string
  readonly readFile: (path: string) => string
}

const YES = new Set(['true', '1', 'yes', 'on'])
const NO = new Set(['false', '0', 'no', 'off'])

/** What a program was told: on the command line, else in the environment, else in a file, else nowhere. What is wrong with it is collected. */
export class Settings {
  readonly #problems = new Set<string>()
  /** What does not keep it from running and is worth a look. */
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
      // An empty one is as good as none; of a secret that would be a surprise.
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

  /** What is wrong, each said once. */
  get problems(): readonly string[] {
    return [...this.#problems]
  }

  add(problem: string): void {
    this.#problems.add(problem)
  }

  /** How whoever gave a setting finds it. */
  called(name: string): string {
    return this.#given.get(name)?.called ?? `--${name}`
  }

  /** Reads a setting that has a value; what that throws is a problem. */
  read<Value>(name: string, parse: (text: string, called: string) => Value): Value | undefined {
    const text = this.text(name)
    return text === undefined ? undefined : this.attempt(() => parse(text, this.called(name)))
  }

  /** Does what may find something wrong. @returns undefined where it did */
  attempt<Value>(work: () => Value): Value | undefined {
    try {
      return work()
    } catch (error) {
      // Whoever gave it elsewhere than on the command line finds it there.
      this.add(
        (error as Error).message.replace(
          /^--([a-z-]+)/,
          (flag, name: string) => this.#given.get(name)?.called ?? flag,
        ),
      )
      return undefined
    }
  }

  /** All that counts, each with where it is from; secrets are masked. */
  list(): { readonly name: string; readonly value: string; readonly from: string }[] {
    return Object.entries(this.#definitions)
      .filter(([, { once }]) => !once)
      .map(([name, { secret, type, default: fixed, usual = type === 'boolean' ? 'false' : '' }]) => {
        const { text = fixed ?? usual, from = 'default' } = this.#given.get(name) ?? {}
        return { name, value: secret && text !== '' ? '••••••••' : text, from }
      })
  }

  #readFile(path: string, { readFile }: Sources): void {
    const text = this.attempt(() => readFile(path))
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

const variableOf = (name: string, { variable }: Setting, prefix: string): string =>
  variable ?? prefix + name.toUpperCase().replaceAll('-', '_')

/** What `--check` says: everything that counts, where it is from, and what is wrong with it. */
export function checkReport(settings: Settings): { readonly text: string; readonly exitCode: 0 | 2 } {
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

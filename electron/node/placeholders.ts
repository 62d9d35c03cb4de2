import { homedir } from 'node:os'
import { say, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'

/** A placeholder without a value. */
export class MissingValue extends Error {
  readonly localized: LocalizedMessage

  constructor(localized: LocalizedMessage) {
    super(localized.message)
    this.name = 'MissingValue'
    this.localized = localized
  }
}

/** Sources of placeholder values. */
export interface Placeholders {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Returns the value of an `inputs` entry of a VS Code file, or of a stored secret, by name. */
  secret(name: string): Promise<string | undefined>
}

const PLACEHOLDER = /\$\{(?:(env|secret|input):)?([^}]+)\}/g

/**
 * Expands `${env:X}`, `${secret:X}`, `${input:X}`, `${userHome}`, `${workspaceFolder}` and the short form
 * `${X}` (environment).
 * @throws MissingValue naming the placeholder without a value, so that a server is never started with a gap
 *   in its arguments
 */
export async function expandText(text: string, from: Placeholders): Promise<string> {
  const parts: string[] = []
  let end = 0
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [whole, kind, name = ''] = match
    parts.push(text.slice(end, match.index), await valueOf(kind, name, whole, from))
    end = match.index + whole.length
  }
  return parts.join('') + text.slice(end)
}

async function valueOf(
  kind: string | undefined,
  name: string,
  whole: string,
  from: Placeholders,
): Promise<string> {
  if (kind === undefined && name === 'userHome') return homedir()
  if (kind === undefined && name === 'workspaceFolder') return process.cwd()
  const value = kind === 'secret' || kind === 'input' ? await from.secret(name) : from.env[name]
  if (value !== undefined) return value
  const isSecret = kind === 'secret' || kind === 'input'
  throw new MissingValue(
    say(isSecret ? 'START.noSecret' : 'START.noEnvironment', { name, placeholder: whole }),
  )
}

/** Applies {@link expandText} to a record's values. */
export async function expandRecord(
  record: Readonly<Record<string, string>>,
  from: Placeholders,
): Promise<Record<string, string>> {
  const entries = await Promise.all(
    Object.entries(record).map(async ([name, value]) => [name, await expandText(value, from)] as const),
  )
  return Object.fromEntries(entries)
}

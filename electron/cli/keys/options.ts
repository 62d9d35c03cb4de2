import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Role, ROLES } from '#shared/sandbox/own-key.ts'
import {
  CAPS,
  type CapName,
  DEFAULT_NAMESPACE,
  isKeyName,
  TOKEN_HOLDER,
  isNamespace,
} from '../../node/access/keys.ts'
import { argumentProblem } from '../../node/operation/argument-problem.ts'
import { parseSize } from '#shared/sandbox/size.ts'

export const HELP = `Usage: orrery sandbox keys add NAME [options]      a new key; its secret is shown once
       orrery sandbox keys list [--json]
       orrery sandbox keys revoke NAME            at once, on every server that shares the folder
       orrery sandbox keys caps NAME [--max-…]    changes caps of a key, or of --namespace NAME

A key is for one person or program. It acts in one namespace, where it sees nothing of others; admins act in all.

  --role NAME             viewer (looks), user (the default) or admin
  --namespace NAME        default: "default"; for the model server it is the workspace
  --expires WHEN          after so long (12h, 30d), or a date (2030-01-31)
  --no-secret             only a reverse proxy names whose this is, by NAME (see --user-header of the server)
  --access FOLDER         where keys are kept, as of the server (default: access in the sandbox server's data folder)
  --data FOLDER           the server's data folder

  --max-sandboxes N       caps on what the key may have at once; "none" lifts one
  --max-cpus N
  --max-memory SIZE       of all its sandboxes, as in 16g
  --max-disk SIZE         of all its sandboxes that are not deleted
  --max-sessions N
  --max-environments N
  --max-rate N            calls a minute
`

/** An invalid command line; the message is one sentence. */
export class KeyUsage extends Error {
  override readonly name = 'KeyUsage'
}

type CapChanges = Partial<Record<CapName, number | undefined>>

/** The requested operation. */
export type KeyCommand =
  | { readonly action: 'help' }
  | { readonly action: 'list'; readonly folder: string; readonly isJson: boolean }
  | { readonly action: 'revoke'; readonly folder: string; readonly name: string }
  | {
      readonly action: 'caps'
      readonly folder: string
      readonly whose: { readonly key: string } | { readonly namespace: string }
      readonly caps: CapChanges
    }
  | {
      readonly action: 'add'
      readonly folder: string
      readonly name: string
      readonly role: Role
      readonly namespace: string
      readonly expires: string | undefined
      readonly hasSecret: boolean
      readonly caps: CapChanges
    }

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

const definitions = {
  role: text,
  namespace: text,
  expires: text,
  access: text,
  data: text,
  'no-secret': flag,
  json: flag,
  help: flag,
  'max-sandboxes': text,
  'max-cpus': text,
  'max-memory': text,
  'max-disk': text,
  'max-sessions': text,
  'max-environments': text,
  'max-rate': text,
} as const

/** @throws KeyUsage */
export function parseKeyCommand(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  now: number,
): KeyCommand {
  const { values, positionals } = parse(argv)
  const [action, name, ...more] = positionals
  if (values.help || action === undefined) return { action: 'help' }
  if (more.length > 0) throw new KeyUsage(`unexpected ${JSON.stringify(more[0])}; see --help`)
  const folder = accessFolder(values, environment)
  if (action === 'list') return { action, folder, isJson: values.json }
  const caps = capsOf(values)
  if (values.namespace !== undefined && !isNamespace(values.namespace)) {
    throw new KeyUsage('--namespace wants small letters and digits, with single - or _ between')
  }
  if (action === 'caps' && name === undefined && values.namespace !== undefined) {
    return { action, folder, whose: { namespace: values.namespace }, caps: some(caps) }
  }
  if (!['add', 'revoke', 'caps'].includes(action)) {
    throw new KeyUsage(`there is no ${JSON.stringify(action)}; use add, list, revoke or caps`)
  }
  if (name === undefined || !isKeyName(name)) {
    throw new KeyUsage(
      `${action} wants a NAME of letters, digits and . _ @ + -, as in "ci" or "ann@example.org"`,
    )
  }
  if (action === 'add' && name === TOKEN_HOLDER) {
    throw new KeyUsage(
      `${JSON.stringify(name)} is what the audit calls the server’s own token; give the key another NAME`,
    )
  }
  if (action === 'revoke') return { action, folder, name }
  if (action === 'caps') return { action, folder, whose: { key: name }, caps: some(caps) }
  const role = ROLES.find((one) => one === (values.role ?? 'user'))
  if (role === undefined)
    throw new KeyUsage(`--role wants ${ROLES.join(', ')}, not ${JSON.stringify(values.role)}`)
  return {
    action: 'add',
    folder,
    name,
    role,
    namespace: values.namespace ?? DEFAULT_NAMESPACE,
    expires: values.expires === undefined ? undefined : expiry(values.expires, now),
    hasSecret: !values['no-secret'],
    caps,
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: definitions, strict: true, allowPositionals: true })
  } catch (error) {
    throw new KeyUsage(argumentProblem(error))
  }
}

/** The same default as the sandbox server's. */
function accessFolder(
  { access, data }: { readonly access?: string; readonly data?: string },
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (access !== undefined) return resolve(access)
  if (data !== undefined) return resolve(data, 'access')
  const base = environment['XDG_DATA_HOME'] || join(homedir(), '.local/share')
  return join(base, 'orrery/sandbox-server/access')
}

function some(caps: CapChanges): CapChanges {
  if (Object.keys(caps).length > 0) return caps
  throw new KeyUsage('caps wants at least one of --max-sandboxes, --max-cpus, …; see --help')
}

function capsOf(values: Readonly<Record<string, unknown>>): CapChanges {
  const caps: CapChanges = {}
  for (const name of CAPS) {
    const given = values[`max-${name}`]
    if (typeof given === 'string') caps[name] = given === 'none' ? undefined : capOf(name, given)
  }
  return caps
}

function capOf(name: CapName, given: string): number {
  const isSize = name === 'memory' || name === 'disk'
  const most = isSize ? parseSize(given) : /^\d{1,9}(?:\.\d+)?$/.test(given) ? Number(given) : undefined
  if (most !== undefined && (isSize || name === 'cpus' || Number.isInteger(most))) return most
  throw new KeyUsage(
    `--max-${name} wants ${isSize ? 'a size, as in 16g' : 'a number'}, or "none", not ${JSON.stringify(given)}`,
  )
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

function expiry(given: string, now: number): string {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(given) ?? []
  const at = count === undefined ? Date.parse(given) : now + Number(count) * (UNIT_MS[unit] ?? 0)
  if (at > now) return new Date(at).toISOString()
  throw new KeyUsage(
    `--expires wants a time that is to come, as in 30d or 2030-01-31, not ${JSON.stringify(given)}`,
  )
}

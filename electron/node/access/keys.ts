import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type OwnKey, type Role, ROLES } from '#shared/sandbox/own-key.ts'

/** Upper limits: `memory` and `disk` in bytes, `rate` in calls a minute, the others as counts. Absent: unlimited. */
export const CAPS = ['sandboxes', 'cpus', 'memory', 'disk', 'sessions', 'environments', 'rate'] as const
export type CapName = (typeof CAPS)[number]
export type Caps = Readonly<Partial<Record<CapName, number>>>

/** An API key as stored in the key file. Times are ISO 8601. */
export interface Key {
  /** Random; other values are derived from it. */
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly namespace: string
  /** SHA-256 of the secret, hexadecimal; absent for users authenticated by a proxy only. */
  readonly hash?: string
  readonly created: string
  readonly expires?: string
  readonly revoked?: string
  readonly caps: Caps
}

/** The contents of the key file: keys and caps. */
export interface Access {
  readonly keys: readonly Key[]
  /** Caps shared by all keys of a namespace. */
  readonly namespaces: Readonly<Record<string, Caps>>
}

/** What its holder may know about a key. */
export const ownKeyOf = ({ name, role, namespace, expires }: Key): OwnKey => ({
  name,
  role,
  namespace,
  expires,
})

export const NO_ACCESS: Access = { keys: [], namespaces: {} }

export const DEFAULT_NAMESPACE = 'default'

/** What the log and the audit call the server's own token; no new key is named so. */
export const TOKEN_HOLDER = 'token'

/** No two separators in a row, so that a double separator can delimit the name from what follows it. */
const NAMESPACE = /^(?=.{1,40}$)[a-z0-9]+(?:[_-][a-z0-9]+)*$/
/** Also allows the e-mail addresses that proxies send as user names. */
const NAME = /^[A-Za-z0-9][\w.@+-]{0,127}$/

export const isNamespace = (text: string): boolean => NAMESPACE.test(text)
export const isKeyName = (text: string): boolean => NAME.test(text)

const SECRET_BYTES = 24
/** A fixed prefix that secret scanners can recognise. */
export const SECRET_PREFIX = 'orrery_'

/** 192 random bits. */
export const freshSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const isValid = ({ revoked, expires }: Key, now: number): boolean =>
  revoked === undefined && (expires === undefined || Date.parse(expires) > now)

/** Returns the key with that secret. Compares with every key, each in constant time, so that timing reveals nothing. */
export function keyWith(secret: string, keys: readonly Key[]): Key | undefined {
  const given = Buffer.from(hashOf(secret), 'hex')
  let found: Key | undefined
  for (const key of keys) {
    if (key.hash !== undefined && timingSafeEqual(given, Buffer.from(key.hash, 'hex'))) found = key
  }
  return found
}

/** An unusable key file; the message says what is wrong with it. */
export class InvalidKeyFile extends Error {
  override readonly name = 'InvalidKeyFile'
}

const FORMAT = 1

export const accessText = ({ keys, namespaces }: Access): string =>
  `${JSON.stringify({ format: FORMAT, keys, namespaces }, null, 2)}\n`

/** @throws InvalidKeyFile */
export function readAccess(text: string): Access {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidKeyFile('it is not JSON')
  }
  if (!isObject(value)) throw new InvalidKeyFile('it is of another form')
  const { format, keys, namespaces = {} } = value
  if (format !== FORMAT) throw new InvalidKeyFile(`it has format ${JSON.stringify(format)}, not ${FORMAT}`)
  if (!Array.isArray(keys) || !isObject(namespaces)) throw new InvalidKeyFile('it is of another form')
  const read = keys.map(readKey)
  if (new Set(read.map(({ id }) => id)).size < read.length) throw new InvalidKeyFile('two keys have one id')
  return {
    keys: read,
    namespaces: Object.fromEntries(
      Object.entries(namespaces).map(([name, caps]) => [name, readCaps(caps, `namespace ${name}`)]),
    ),
  }
}

function readKey(value: unknown, index: number): Key {
  const wrong = (what: string) => new InvalidKeyFile(`key ${index + 1} has no ${what} that can be used`)
  if (!isObject(value)) throw wrong('form')
  const { id, name, role, namespace, hash, created, expires, revoked, caps = {} } = value
  const known = ROLES.find((one) => one === role)
  if (typeof id !== 'string' || !/^[0-9a-f]{8,32}$/.test(id)) throw wrong('id')
  if (typeof name !== 'string' || !isKeyName(name)) throw wrong('name')
  if (known === undefined) throw wrong('role')
  if (typeof namespace !== 'string' || !isNamespace(namespace)) throw wrong('namespace')
  if (hash !== undefined && !(typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash))) throw wrong('hash')
  if (!isTime(created)) throw wrong('time of creation')
  if (expires !== undefined && !isTime(expires)) throw wrong('expiry')
  if (revoked !== undefined && !isTime(revoked)) throw wrong('time of revocation')
  return {
    id,
    name,
    role: known,
    namespace,
    hash,
    created,
    expires,
    revoked,
    caps: readCaps(caps, `key ${index + 1}`),
  }
}

/** An unknown cap is an error: ignoring it would mean unlimited. */
function readCaps(value: unknown, whose: string): Caps {
  if (!isObject(value)) throw new InvalidKeyFile(`${whose} has caps of another form`)
  for (const [name, most] of Object.entries(value)) {
    if (!CAPS.some((cap) => cap === name)) throw new InvalidKeyFile(`${whose} has an unknown cap ${name}`)
    if (typeof most !== 'number' || !(most >= 0))
      throw new InvalidKeyFile(`${whose} has a cap ${name} that is no number`)
  }
  return value as Caps
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))

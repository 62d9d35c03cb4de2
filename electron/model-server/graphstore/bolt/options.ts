import { StoreError } from '../store.ts'
import { PROFILES, type Profile, type ProfileName, profileOf } from './profiles.ts'

export type Dialect = 'neo4j' | 'opencypher'

/** Explicit options; absent ones come from the environment, and an explicit empty text overrides it. */
export interface BoltOptions {
  readonly uri?: string
  readonly username?: string
  readonly password?: string
  readonly database?: string
  readonly dialect?: string
  /** The engine, see {@link PROFILES}. */
  readonly profile?: string
  /** Where reads go, if not to `uri`. */
  readonly readerUri?: string
  /** Timeout per operation, milliseconds. */
  readonly timeoutMs?: number
}

/** Complete, validated connection settings. */
export interface BoltSettings {
  readonly uri: string
  readonly username: string
  readonly password: string
  /** Empty for the server's default. */
  readonly database: string
  readonly dialect: Dialect
  /** Undefined if only the dialect was given. */
  readonly profile?: ProfileName
  readonly readerUri?: string
  readonly timeoutMs: number
}

type Environment = { readonly [name: string]: string | undefined }

const SCHEMES = ['bolt', 'bolt+s', 'bolt+ssc', 'neo4j', 'neo4j+s', 'neo4j+ssc']
const DIRECT_SCHEMES = ['bolt', 'bolt+s', 'bolt+ssc']

/**
 * Completes options from `GRAPHDB_URI`, `GRAPHDB_USERNAME`, `GRAPHDB_PASSWORD`, `GRAPHDB_DATABASE`,
 * `GRAPHDB_DIALECT` and `GRAPHDB_TIMEOUT` (docs/model-service.md#stores) and validates them.
 *
 * @throws StoreError INVALID_ARGUMENT naming the setting; messages never contain the password
 */
export function boltSettings(options: BoltOptions, environment: Environment): BoltSettings {
  const named = profileNamed(options.profile ?? environment['GRAPHDB_PROFILE'] ?? '')
  const dialect = dialectOf(options.dialect ?? environment['GRAPHDB_DIALECT'] ?? '', named)
  const profile = profileOf(named, dialect)
  const uri = options.uri ?? environment['GRAPHDB_URI'] ?? 'bolt://localhost:7687'
  checkUri(uri, 'GRAPHDB_URI', profile)
  const readerUri = options.readerUri ?? environment['GRAPHDB_READER_URI'] ?? ''
  if (readerUri !== '') checkReader(readerUri, profile)
  const database = options.database ?? environment['GRAPHDB_DATABASE'] ?? (dialect === 'neo4j' ? 'neo4j' : '')
  if (dialect === 'opencypher' && database !== '') {
    throw invalid('GRAPHDB_DATABASE', 'has to be empty with the opencypher dialect')
  }
  if (dialect === 'neo4j' && database === '') {
    throw invalid('GRAPHDB_DATABASE', 'may not be empty; it is neo4j where nothing else was made')
  }
  const username = options.username ?? environment['GRAPHDB_USERNAME'] ?? 'neo4j'
  if (username === '') throw invalid('GRAPHDB_USERNAME', 'may not be empty; it is neo4j when left out')
  const password = options.password ?? environment['GRAPHDB_PASSWORD'] ?? ''
  if (password === '' && !profile.anonymous) throw invalid('GRAPHDB_PASSWORD', 'is required')
  return {
    uri,
    username,
    password,
    database,
    dialect,
    profile: named,
    ...(readerUri === '' ? {} : { readerUri }),
    timeoutMs: options.timeoutMs ?? durationOf(environment['GRAPHDB_TIMEOUT'] ?? '10s'),
  }
}

function profileNamed(given: string): ProfileName | undefined {
  if (given === '') return undefined
  const known = Object.keys(PROFILES).find((name) => name === given)
  if (known === undefined) {
    throw invalid('GRAPHDB_PROFILE', `has to be one of ${Object.keys(PROFILES).join(', ')}`)
  }
  return known as ProfileName
}

function checkReader(uri: string, profile: Profile): void {
  if (!profile.reader) {
    const instead = 'a Neo4j cluster names its readers itself, to an address with neo4j://'
    throw invalid('GRAPHDB_READER_URI', `is only for GRAPHDB_PROFILE=neptune; ${instead}`)
  }
  checkUri(uri, 'GRAPHDB_READER_URI', profile)
}

function dialectOf(given: string, profile: ProfileName | undefined): Dialect {
  const dialect = given === '' && profile !== undefined ? PROFILES[profile].dialect : dialectNamed(given)
  if (profile !== undefined && PROFILES[profile].dialect !== dialect) {
    const right = PROFILES[profile].dialect
    throw invalid('GRAPHDB_DIALECT', `has to be ${right}, or left out, with GRAPHDB_PROFILE=${profile}`)
  }
  return dialect
}

function dialectNamed(given: string): Dialect {
  if (given === '' || given === 'neo4j' || given === 'native') return 'neo4j'
  if (given === 'opencypher') return 'opencypher'
  throw invalid('GRAPHDB_DIALECT', 'has to be neo4j (or native) or opencypher')
}

function checkUri(uri: string, setting: string, { dialect, encrypted }: Profile): void {
  let parsed: URL
  try {
    parsed = new URL(uri)
  } catch {
    throw invalid(setting, 'is no address; write it as bolt://host:7687')
  }
  const scheme = parsed.protocol.slice(0, -1)
  const allowed = (dialect === 'opencypher' ? DIRECT_SCHEMES : SCHEMES).filter(
    (one) => !encrypted || one.includes('+'),
  )
  if (!allowed.includes(scheme)) throw invalid(setting, `has to start with one of ${allowed.join(', ')}`)
  if (parsed.hostname === '') throw invalid(setting, 'names no host; write it as bolt://host:7687')
  if (parsed.username !== '' || parsed.password !== '') {
    throw invalid(setting, 'may not hold a name or a password; use GRAPHDB_USERNAME and GRAPHDB_PASSWORD')
  }
  if ((parsed.pathname !== '' && parsed.pathname !== '/') || parsed.hash !== '') {
    throw invalid(setting, 'may not hold a path or a fragment')
  }
  // Query parameters select a routing context: only routed schemes have one, and keys must be unique.
  const routing = [...parsed.searchParams]
  if (parsed.search !== '' && DIRECT_SCHEMES.includes(scheme)) {
    throw invalid(setting, `may not hold parameters behind a question mark with ${scheme}://`)
  }
  if (
    new Set(routing.map(([key]) => key)).size < routing.length ||
    routing.some(([key, value]) => key === '' || value === '')
  ) {
    throw invalid(setting, 'holds parameters that are no key=value, each key once')
  }
}

const UNITS: { readonly [unit: string]: number } = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Parses `500ms`, `10s`, `1m`: a positive integer with a unit. */
function durationOf(text: string): number {
  const [, amount, unit] = /^(\d+)(ms|s|m|h)$/.exec(text.trim()) ?? []
  const milliseconds = Number(amount) * (UNITS[unit ?? ''] ?? Number.NaN)
  if (!(milliseconds > 0))
    throw invalid('GRAPHDB_TIMEOUT', 'has to be a positive duration such as 10s or 500ms')
  return milliseconds
}

function invalid(setting: string, reason: string): StoreError {
  return new StoreError('INVALID_ARGUMENT', `${setting} ${reason}.`, { setting })
}

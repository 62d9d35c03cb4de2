/** The owner of a cap: a key, or all keys of a namespace together. */
export type HolderKind = 'key' | 'namespace'

/** Caps on resources in use at the same time. */
export const HELD_CAPS = ['sandboxes', 'cpus', 'memory', 'disk', 'sessions', 'environments'] as const
export type HeldCap = (typeof HELD_CAPS)[number]

/** Why our servers refuse a call; amounts are human-readable. */
export type Refusal =
  /** A reverse proxy names someone who has no key, or one that has expired. */
  | { readonly kind: 'person'; readonly person: string }
  | {
      readonly kind: 'role'
      readonly key: string
      readonly role: string
      readonly operation: string
      readonly needs: string
    }
  | { readonly kind: 'rate'; readonly holder: HolderKind; readonly name: string; readonly most: string }
  | {
      readonly kind: 'cap'
      readonly holder: HolderKind
      readonly name: string
      readonly cap: HeldCap
      readonly most: string
      readonly has: string
      readonly wants: string
    }

const WORDS: Readonly<Record<HeldCap, string>> = {
  sandboxes: 'sandboxes',
  cpus: 'processors',
  memory: 'of memory',
  disk: 'of disk',
  sessions: 'sessions',
  environments: 'environments',
}

const article = (role: string): string => (role === 'admin' ? 'an admin' : `a ${role}`)

/** How `orrery sandbox keys caps` names the owner of a cap. */
export const holderOption = (holder: HolderKind, name: string): string =>
  holder === 'key' ? name : `--namespace ${name}`

/** Formats the sentence on the wire. Programs parse it, too: {@link readRefusal}. */
export function refusalText(refusal: Refusal): string {
  if (refusal.kind === 'person') {
    return `There is no valid key for ${JSON.stringify(refusal.person)}; an admin adds one: orrery sandbox keys add NAME --no-secret`
  }
  if (refusal.kind === 'role') {
    const { key, role, operation, needs } = refusal
    return `The key ${key} is ${article(role)}’s and ${operation} needs ${article(needs)}’s; an admin of this server can add one: orrery sandbox keys add NAME --role ${needs}`
  }
  const { holder, name, most } = refusal
  const whose = holder === 'key' ? `Key ${name}` : `Namespace ${name}`
  const cap = refusal.kind === 'rate' ? 'rate' : refusal.cap
  const raise = `An admin of this server can raise that: orrery sandbox keys caps ${holderOption(holder, name)} --max-${cap} N`
  if (refusal.kind === 'rate') return `${whose} may make ${most} calls a minute (--max-rate). ${raise}`
  const { has, wants } = refusal
  return `${whose} may have ${most} ${WORDS[refusal.cap]} at once (--max-${cap}), has ${has} and wants ${wants} more. ${raise}`
}

const PERSON = /^There is no valid key for (?<person>"(?:[^"\\]|\\.)*"); an admin adds one: /
const ROLE =
  /^The key (?<key>\S+) is an? (?<role>\w+)\u2019s and (?<operation>.+) needs an? (?<needs>\w+)\u2019s; an admin of this server can add one: /
const HOLDER = '^(?<holder>Key|Namespace) (?<name>\\S+) may '
const RATE = new RegExp(`${HOLDER}make (?<most>\\S+) calls a minute \\(--max-rate\\)\\. `)
const CAP = new RegExp(
  `${HOLDER}have (?<most>\\S+) [\\w ]+ at once \\(--max-(?<cap>${HELD_CAPS.join('|')})\\), has (?<has>\\S+) and wants (?<wants>\\S+) more\\. `,
)

/** Other servers' words may look like ours without being JSON. */
function unquoted(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}

/** Parses such a sentence; undefined for any other. */
export function readRefusal(text: string): Refusal | undefined {
  const quoted = PERSON.exec(text)?.groups?.['person']
  if (quoted !== undefined) return { kind: 'person', person: unquoted(quoted) }
  const role = ROLE.exec(text)?.groups
  if (role) return { kind: 'role', ...(role as Record<'key' | 'role' | 'operation' | 'needs', string>) }
  const groups = (CAP.exec(text) ?? RATE.exec(text))?.groups as
    (Record<'holder' | 'name' | 'most' | 'has' | 'wants', string> & { cap?: HeldCap }) | undefined
  if (!groups) return undefined
  const { name, most, cap, has, wants } = groups
  const holder: HolderKind = groups.holder === 'Key' ? 'key' : 'namespace'
  return cap ? { kind: 'cap', holder, name, cap, most, has, wants } : { kind: 'rate', holder, name, most }
}

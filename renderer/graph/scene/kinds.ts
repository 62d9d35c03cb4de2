import { KIND_GROUPS } from '#shared/model/kinds/names.ts'

/**
 * Families of kinds (docs/model-service.md#kinds). A family has a shape and a hue; each kind in it has its
 * own icon.
 */
type Family = 'entity' | 'data' | 'storage' | 'runbook' | 'other' | 'missing'

export type Icon =
  | 'cube'
  | 'bars'
  | 'lines'
  | 'branch'
  | 'bolt'
  | 'flame'
  | 'book'
  | 'inlet'
  | 'compass'
  | 'barrel'
  | 'dot'
  | 'square'
  | 'triangle'
  | 'diamond'
  | 'hexagon'
  | 'star'
  | 'plus'
  | 'ring'
  | 'wedge'
  | 'cross'
  | 'pentagon'
  | 'drop'
  | 'moon'
  | 'frame'
  | 'hourglass'
  | 'arrow'
  | 'question'

/** The outline of a node card, so that no kind is identified by colour alone. */
export type Shape = 'card' | 'cut' | 'pill' | 'folded' | 'dashed'

interface KindFacts {
  readonly family: Family
  readonly icon: Icon
  readonly shape: Shape
  /** Index of its hue in the graph theme (palette.ts). */
  readonly hue: number
}

const kinds: Readonly<Record<string, KindFacts>> = {
  entity_set: { family: 'entity', icon: 'cube', shape: 'card', hue: 1 },
  metric_set: { family: 'data', icon: 'bars', shape: 'cut', hue: 2 },
  log_set: { family: 'data', icon: 'lines', shape: 'cut', hue: 3 },
  trace_set: { family: 'data', icon: 'branch', shape: 'cut', hue: 4 },
  event_set: { family: 'data', icon: 'bolt', shape: 'cut', hue: 5 },
  profile_set: { family: 'data', icon: 'flame', shape: 'cut', hue: 6 },
  runbook_set: { family: 'runbook', icon: 'book', shape: 'folded', hue: 7 },
  entity_source: { family: 'other', icon: 'inlet', shape: 'card', hue: 8 },
  explorer: { family: 'other', icon: 'compass', shape: 'card', hue: 8 },
}

const STORAGES: ReadonlySet<string> = new Set(KIND_GROUPS.storage)

/** Whether a kind is a storage engine; they share one look. */
export const isStorage = (kind: string): boolean => STORAGES.has(kind)

const storage: KindFacts = { family: 'storage', icon: 'barrel', shape: 'pill', hue: 9 }
export const missingKind: KindFacts = { family: 'missing', icon: 'question', shape: 'dashed', hue: 0 }

/** Number of hues in the graph theme besides 0, the neutral one. */
export const HUES = 10

/** Icons for kinds that are not listed, mainly entity types. */
export const SIGNS = [
  'dot',
  'square',
  'triangle',
  'diamond',
  'hexagon',
  'star',
  'plus',
  'ring',
  'wedge',
  'cross',
  'pentagon',
  'drop',
  'moon',
  'frame',
  'hourglass',
  'arrow',
] as const satisfies readonly Icon[]

const given = new Map<string, KindFacts>()
/** Hues used so far, by icon. */
const taken = SIGNS.map(() => new Set<number>())

/** The first accepted index from a preferred one on, wrapping around. */
function firstFree(count: number, preferred: number, free: (place: number) => boolean): number {
  for (let step = 0; step < count; step++)
    if (free((preferred + step) % count)) return (preferred + step) % count
  return preferred % count
}

/** A stable hash of a name. */
function hashOf(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return hash
}

/**
 * Assigns a look to a kind: stable by name, but no icon is used twice before all are, and then with another
 * hue.
 */
function uniqueStyle(name: string): KindFacts {
  const hash = hashOf(name)
  const rarest = Math.min(...taken.map(({ size }) => size))
  const sign = firstFree(SIGNS.length, hash, (place) => taken[place]?.size === rarest)
  const hues = taken[sign] ?? new Set()
  const hue = firstFree(HUES, hash >>> 8, (place) => !hues.has(place))
  hues.add(hue)
  return { family: 'other', icon: SIGNS[sign] ?? 'dot', shape: 'card', hue: 1 + hue }
}

/** Returns the look of a kind; an unlisted kind (an entity type, for example) gets one that no other has. */
export function kindFacts(kind: string): KindFacts {
  if (isStorage(kind)) return storage
  const known = kinds[kind] ?? given.get(kind)
  if (known) return known
  const made = uniqueStyle(kind)
  given.set(kind, made)
  return made
}

/** Number of domain hues. */
export const DOMAIN_HUES = 8

/** Hues that look alike in one of the themes: the second of a pair is used only if nothing better is left. */
const ALIKE: readonly (readonly number[])[] = [[4, 6], [7], [6], [], [0], [7], [0, 2], [1, 5]]

const domains = new Map<string, number>()
/** Number of domains per hue. */
const worn = Array.from({ length: DOMAIN_HUES }, () => 0)

/** The fields of an element that its look depends on. */
interface Met {
  readonly kind: string
  readonly domain: string
  readonly name: string
}

/**
 * Assigns looks to the domains and entity types of a model in name order, so that the same model always looks
 * the same.
 */
export function assignStyles(elements: readonly Met[]): void {
  domains.clear()
  worn.fill(0)
  given.clear()
  for (const hues of taken) hues.clear()
  for (const domain of [...new Set(elements.map((element) => element.domain))].sort()) domainHue(domain)
  const types = elements.flatMap(({ kind, name }) => (kind === 'entity_set' ? [name] : []))
  for (const type of [...new Set(types)].sort()) kindFacts(type)
}

/** Returns the hue of a domain: stable by name, but none is used twice before all are used. */
export function domainHue(domain: string): number {
  const known = domains.get(domain)
  if (known !== undefined) return known
  const rarest = Math.min(...worn)
  const free = (hue: number): boolean => worn[hue] === rarest
  const apart = (hue: number): boolean => free(hue) && (ALIKE[hue] ?? []).every(free)
  const hash = hashOf(domain)
  const wanted = firstFree(DOMAIN_HUES, hash, apart)
  const place = apart(wanted) ? wanted : firstFree(DOMAIN_HUES, hash, free)
  worn[place] = rarest + 1
  domains.set(domain, 1 + place)
  return 1 + place
}

/** Whether elements of this kind join two others, and so are drawn as edges. */
export function isLinkKind(kind: string): boolean {
  return kind.endsWith('_link')
}

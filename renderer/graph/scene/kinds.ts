import { KIND_GROUPS } from '#shared/model/kinds/names.ts'
import { type Letter, lettersOf, type Thing, thingOf } from './signs.ts'

/**
 * Families of kinds (docs/model-service.md#kinds). A family has a shape and a hue; each kind in it has its
 * own icon.
 */
type Family = 'entity' | 'data' | 'storage' | 'runbook' | 'other' | 'missing'

export type Icon =
  | Thing
  | Letter
  | Engine
  | 'cube'
  | 'bars'
  | 'lines'
  | 'branch'
  | 'bolt'
  | 'flame'
  | 'book'
  | 'inlet'
  | 'compass'
  | 'dot'
  | 'square'
  | 'triangle'
  | 'diamond'
  | 'hexagon'
  | 'star'
  | 'plus'
  | 'cross'
  | 'leaf'
  | 'pentagon'
  | 'drop'
  | 'moon'
  | 'hourglass'
  | 'question'

/** A barrel with what its engine is good for. */
export type Engine = 'barrel-bars' | 'barrel-columns' | 'barrel-glass' | 'barrel-lines'

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

/** Whether a kind is a storage engine; they share one shape and hue. */
export const isStorage = (kind: string): boolean => STORAGES.has(kind)

const storage: KindFacts = { family: 'storage', icon: 'barrel', shape: 'pill', hue: 9 }
const ENGINES: Readonly<Record<string, Engine>> = {
  prometheus: 'barrel-bars',
  aliyun_prometheus: 'barrel-bars',
  victoriametrics: 'barrel-bars',
  sls_metricstore: 'barrel-bars',
  clickhouse: 'barrel-columns',
  elasticsearch: 'barrel-glass',
  sls_logstore: 'barrel-lines',
}
export const missingKind: KindFacts = { family: 'missing', icon: 'question', shape: 'dashed', hue: 0 }

/** Number of hues in the graph theme besides 0, the neutral one. */
export const HUES = 10

/** Icons for kinds that neither a word nor a letter of their own tells from the others. */
export const SIGNS = [
  'dot',
  'square',
  'triangle',
  'diamond',
  'hexagon',
  'plus',
  'pentagon',
  'star',
  'leaf',
  'drop',
  'moon',
  'hourglass',
] as const satisfies readonly Icon[]

const given = new Map<string, KindFacts>()
/** Hues used so far, by icon. */
const taken = new Map<Icon, Set<number>>()
const isTaken = (icon: Icon): boolean => taken.has(icon)

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

/** The icon that says most about a kind: what it is, else its first letter. */
const bestIcon = (name: string): Icon | undefined => thingOf(name) ?? lettersOf(name)[0]

/** The icon of a kind: what its name says, else a letter of it or a sign that no other has, else the rarest. */
function iconFor(name: string, hash: number): Icon {
  const thing = thingOf(name)
  if (thing) return thing
  const turn = hash % SIGNS.length
  const others: Icon[] = [...lettersOf(name), ...SIGNS.slice(turn), ...SIGNS.slice(0, turn)]
  const worn = (icon: Icon): number => taken.get(icon)?.size ?? 0
  const rarest = Math.min(...others.map(worn))
  return others.find((icon) => worn(icon) === rarest) ?? 'dot'
}

/** Above this number of entity types not all can look different: each has the look that its name says. */
const MOST_DISTINCT = 500
let isCrowded = false

/** Assigns a look to a kind: stable by name, and kinds of one icon have different hues. */
function styleOf(name: string): KindFacts {
  const hash = hashOf(name)
  const style = (icon: Icon, hue: number): KindFacts => ({
    family: 'other',
    icon,
    shape: 'card',
    hue: 1 + hue,
  })
  if (isCrowded) return style(bestIcon(name) ?? SIGNS[hash % SIGNS.length] ?? 'dot', (hash >>> 8) % HUES)
  const icon = iconFor(name, hash)
  const hues = taken.get(icon) ?? new Set()
  const hue = firstFree(HUES, hash >>> 8, (place) => !hues.has(place))
  hues.add(hue)
  taken.set(icon, hues)
  return style(icon, hue)
}

/** Returns the look of a kind; an unlisted kind (an entity type, for example) gets one that no other has. */
export function kindFacts(kind: string): KindFacts {
  if (isStorage(kind)) return { ...storage, icon: ENGINES[kind] ?? 'barrel' }
  const known = kinds[kind] ?? given.get(kind)
  if (known) return known
  const made = styleOf(kind)
  given.set(kind, made)
  return made
}

/** Number of domain colours, and of domain hues: each colour full, then pale. */
const COLOURS = 8
export const DOMAIN_HUES = 2 * COLOURS
/** Whether a domain's hue is the pale one of its colour, with a broad outline: from the ninth domain on. */
export const isPale = (hue: number): boolean => hue > COLOURS

/** Hues that look alike in one of the themes: the second of a pair is used only if nothing better is left. */
const ALIKE: readonly (readonly number[])[] = [[3], [2], [1, 4], [0, 5], [2, 7], [3], [], [4]]

const domains = new Map<string, number>()
/** Number of domains per hue. */
const worn = Array.from({ length: DOMAIN_HUES }, () => 0)

/** The fields of an element that its look depends on. */
interface Met {
  readonly kind: string
  readonly domain: string
  readonly name: string
}

/** Distinct names in an order that new names do not change. */
function byHash(names: Iterable<string>): string[] {
  // Each is hashed once: of thousands of names comparing takes many times as long.
  const hashes = new Map([...new Set(names)].map((name) => [name, hashOf(`${name} `)]))
  return [...hashes].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1)).map(([name]) => name)
}

/** The hues of domains at present. */
export const domainHues = (): Map<string, number> => new Map(domains)

/** Whether a picture of a model has assigned looks. */
let isPictured = false

/**
 * Assigns the looks that a model's picture will have, so that a result shows an entity as the explorer does.
 * Links are no nodes there. What is pictured already keeps its looks; the others take those that are left, the
 * same whatever is drawn first.
 */
export function assignStylesAhead(elements: readonly Met[]): void {
  const nodes = elements.filter(({ kind }) => !isLinkKind(kind))
  if (isPictured) {
    for (const domain of byHash(nodes.map(({ domain }) => domain))) domainHue(domain)
    assignTypes(nodes)
    return
  }
  assignStyles(nodes)
  isPictured = false
}

/** Looks of entity types: the first that prefers one gets it. */
function assignTypes(elements: readonly Met[]): void {
  const names = new Set(elements.flatMap(({ kind, name }) => (kind === 'entity_set' ? [name] : [])))
  isCrowded = names.size > MOST_DISTINCT
  if (isCrowded) return
  const types = byHash(names)
  for (const type of types) {
    const best = bestIcon(type)
    if (best !== undefined && !isTaken(best)) kindFacts(type)
  }
  for (const type of types) kindFacts(type)
}

/**
 * Assigns looks to the domains and entity types of a model. Each name has a preferred look; the first that
 * prefers one gets it, and only names that collide take others. So the same model always looks the same, and
 * most of it still does after it has grown. Domains keep the hues that they had `before`.
 */
export function assignStyles(elements: readonly Met[], before?: ReadonlyMap<string, number>): void {
  isPictured = true
  domains.clear()
  worn.fill(0)
  given.clear()
  taken.clear()
  const wear = (domain: string, place: number): void => {
    worn[place] = (worn[place] ?? 0) + 1
    domains.set(domain, 1 + place)
  }
  const preferred = (domain: string): number => hashOf(domain) % COLOURS
  const all = byHash(elements.map(({ domain }) => domain))
  for (const domain of all) {
    const hue = before?.get(domain)
    if (hue !== undefined) wear(domain, hue - 1)
  }
  const isFree = (place: number): boolean => worn[place] === 0
  // Hues that look alike are worn together only where there are more domains than hues.
  const isApart = (place: number): boolean =>
    isFree(place) && (all.length > COLOURS || (ALIKE[place] ?? []).every(isFree))
  for (const domain of all)
    if (!domains.has(domain) && isApart(preferred(domain))) wear(domain, preferred(domain))
  for (const domain of all) domainHue(domain)
  assignTypes(elements)
}

/** Returns the hue of a domain: stable by name, but none is used twice before all are used. */
export function domainHue(domain: string): number {
  const known = domains.get(domain)
  if (known !== undefined) return known
  const rarest = Math.min(...worn)
  // Filled ones first.
  const isFilled = worn.slice(0, COLOURS).includes(rarest)
  const free = (hue: number): boolean => worn[hue] === rarest && (!isFilled || hue < COLOURS)
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

/** Letters that can stand for a kind. Not x: it reads as failed, or as a button that closes. */
const LETTERS = [
  'a',
  'b',
  'c',
  'd',
  'e',
  'f',
  'g',
  'h',
  'i',
  'j',
  'k',
  'l',
  'm',
  'n',
  'o',
  'p',
  'q',
  'r',
  's',
  't',
  'u',
  'v',
  'w',
  'y',
  'z',
] as const

/** A capital letter, stroked. */
export type Letter = `letter-${(typeof LETTERS)[number]}`

/** Icons of what a kind's name says. */
export type Thing =
  | 'server'
  | 'container'
  | 'cluster'
  | 'frame'
  | 'barrel'
  | 'queue'
  | 'team'
  | 'person'
  | 'gear'
  | 'warning'
  | 'sheet'
  | 'truck'
  | 'house'
  | 'globe'
  | 'arrow'
  | 'chain'
  | 'code'
  | 'wedge'
  | 'stack'
  | 'ring'

const WORDS: Readonly<Record<Thing, string>> = {
  server: 'server host node machine vm instance computer device',
  container: 'pod container workload replica',
  cluster: 'cluster pool fleet',
  frame: 'namespace environment env zone region tenant project space',
  barrel: 'database db table store storage volume disk cache bucket index',
  queue: 'queue topic stream broker',
  team: 'team group guild organization department squad',
  person: 'user person account character customer player employee member owner agent contact',
  gear: 'service api app application component module',
  warning: 'incident alert alarm problem error issue',
  sheet: 'order request ticket invoice document contract report rule policy config',
  truck: 'vehicle shipment delivery truck car',
  house: 'warehouse factory dealer vendor supplier plant building site shop office',
  globe: 'ingress gateway network domain endpoint route loadbalancer',
  arrow: 'deployment release rollout version',
  chain: 'pipeline workflow build flow process',
  code: 'repository repo commit branch code image',
  wedge: 'operation run job task function trace span session',
  stack: 'lot batch material product item part stock',
  ring: 'slo objective goal target metric',
}

const BY_WORD = new Map(
  Object.entries(WORDS).flatMap(([thing, words]) => words.split(' ').map((word) => [word, thing as Thing])),
)

const LETTER_ICONS: ReadonlyMap<string, Letter> = new Map(
  LETTERS.map((letter) => [letter, `letter-${letter}`]),
)

/** A kind's own name, without its domain. */
const ownName = (kind: string): string => kind.slice(kind.lastIndexOf('.') + 1)

const wordsOf = (kind: string): string[] =>
  ownName(kind)
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)

/** What a kind is by its name: the last word that says it, as a purchase order is an order. */
export function thingOf(kind: string): Thing | undefined {
  for (const word of wordsOf(kind).reverse()) {
    const thing = BY_WORD.get(word) ?? (word.endsWith('s') ? BY_WORD.get(word.slice(0, -1)) : undefined)
    if (thing) return thing
  }
  return undefined
}

/** Letters for a kind that no word tells: the first of its name, then the others. */
export function lettersOf(kind: string): Letter[] {
  const found = new Set<Letter>()
  for (const character of ownName(kind).toLowerCase()) {
    const letter = LETTER_ICONS.get(character)
    if (letter) found.add(letter)
  }
  return [...found]
}

/** Stroked outlines in a 16 × 16 box, as SVG path data. */
export const THING_PATHS: Readonly<Record<Thing, string>> = {
  server: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.6M5 11h.6',
  container: 'M2 4h12v8H2zM5 4v8M8 4v8M11 4v8',
  cluster:
    'M8 2a2 2 0 1 1 0 4a2 2 0 1 1 0-4zM4.2 9.5a2 2 0 1 1 0 4a2 2 0 1 1 0-4zM11.8 9.5a2 2 0 1 1 0 4a2 2 0 1 1 0-4z',
  frame: 'M2.5 2.5h11v11h-11zM6 6h4v4H6z',
  barrel: 'M3 4c0-2.6 10-2.6 10 0v8c0 2.6-10 2.6-10 0zM3 4c0 2.6 10 2.6 10 0M3 8c0 2.6 10 2.6 10 0',
  queue: 'M2 5h3v6H2zM6.5 5h3v6h-3zM11 5h3v6h-3z',
  team: 'M5.5 3a2.1 2.1 0 1 1 0 4.2a2.1 2.1 0 1 1 0-4.2zM1.6 13c0-5 7.8-5 7.8 0zM10.6 3.6a1.9 1.9 0 1 1 0 3.6M11 9.2c2.2.2 3.4 1.6 3.4 3.8h-2.6',
  person: 'M8 2.2a2.7 2.7 0 1 1 0 5.4a2.7 2.7 0 1 1 0-5.4zM2.8 13.6c0-5.6 10.4-5.6 10.4 0z',
  gear: 'M5 2.8h6L14 8l-3 5.2H5L2 8zM8 5.9a2.1 2.1 0 1 1 0 4.2a2.1 2.1 0 1 1 0-4.2z',
  warning: 'M8 2.2l6.2 11H1.8zM8 6.4v3.2M8 11v.5',
  sheet: 'M3.8 2h5.4l3 3v9H3.8zM9.2 2v3h3M6 8.3h4M6 11h4',
  truck:
    'M1.6 4h7.6v7H1.6zM9.2 6.4h2.9l2.3 2.4V11H9.2M4.4 11a1.3 1.3 0 1 1 0 2.6a1.3 1.3 0 1 1 0-2.6zM11.6 11a1.3 1.3 0 1 1 0 2.6a1.3 1.3 0 1 1 0-2.6z',
  house: 'M2.8 13.5V6.2L8 2.4l5.2 3.8v7.3zM6.4 13.5V9.6h3.2v3.9',
  globe: 'M8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12zM2 8h12M8 2c-3.6 3.4-3.6 8.6 0 12c3.6-3.4 3.6-8.6 0-12z',
  arrow: 'M8 2l5 6h-3v6H6V8H3z',
  chain: 'M1.8 6h3.4v4H1.8zM10.8 6h3.4v4h-3.4zM5.2 8h5.6',
  code: 'M6 4.2L2.2 8 6 11.8M10 4.2L13.8 8 10 11.8',
  wedge: 'M3 2.8L13.2 8 3 13.2z',
  stack: 'M8 2.2l6 3-6 3-6-3zM2 8.2l6 3 6-3M2 11l6 3 6-3',
  ring: 'M8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12zM8 5.6a2.4 2.4 0 1 1 0 4.8a2.4 2.4 0 1 1 0-4.8z',
}

export const LETTER_PATHS: Readonly<Record<Letter, string>> = {
  'letter-a': 'M3.8 12.5L8 3.5l4.2 9M5.3 9.4h5.4',
  'letter-b': 'M4.5 3.5h4a2.2 2.2 0 0 1 0 4.4h-4zM4.5 7.9h4.6a2.3 2.3 0 0 1 0 4.6H4.5z',
  'letter-c': 'M11.6 4.9a4.6 4.6 0 1 0 0 6.2',
  'letter-d': 'M4.2 3.5h3.3a4.5 4.5 0 0 1 0 9H4.2z',
  'letter-e': 'M11.5 3.5h-7v9h7M4.5 8h6',
  'letter-f': 'M11.5 3.5h-7v9M4.5 8h6',
  'letter-g': 'M11.6 4.9a4.6 4.6 0 1 0 1 3.5H8.8',
  'letter-h': 'M4.2 3.5v9M11.8 3.5v9M4.2 8h7.6',
  'letter-i': 'M8 3.5v9M6 3.5h4M6 12.5h4',
  'letter-j': 'M10.5 3.5v6.2a2.8 2.8 0 0 1-5.6 0',
  'letter-k': 'M4.5 3.5v9M11.5 3.5L4.5 9M7 7.2l4.8 5.3',
  'letter-l': 'M4.8 3.5v9h6.7',
  'letter-m': 'M3.5 12.5v-9L8 9.5l4.5-6v9',
  'letter-n': 'M4.2 12.5v-9l7.6 9v-9',
  'letter-o': 'M8 3.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z',
  'letter-p': 'M4.5 12.5v-9h4.2a2.6 2.6 0 0 1 0 5.2H4.5',
  'letter-q': 'M8 3.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9zM9 9.8l3.4 3.4',
  'letter-r': 'M4.5 12.5v-9h4.2a2.5 2.5 0 0 1 0 5H4.5M8 8.5l3.7 4',
  'letter-s': 'M11.3 4.8C10 2.9 5 3 5 5.7c0 3 6.4 1.7 6.4 4.6 0 2.9-5.6 2.9-6.8.7',
  'letter-t': 'M3.8 3.5h8.4M8 3.5v9',
  'letter-u': 'M4.2 3.5v5.2a3.8 3.8 0 0 0 7.6 0V3.5',
  'letter-v': 'M3.8 3.5L8 12.5l4.2-9',
  'letter-w': 'M2.8 3.5l2.4 9L8 6l2.8 6.5 2.4-9',
  'letter-y': 'M3.8 3.5L8 8.3l4.2-4.8M8 8.3v4.2',
  'letter-z': 'M4.2 3.5h7.6l-7.6 9h7.6',
}

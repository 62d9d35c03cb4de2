import type { PythonRandom } from '#shared/gem/python-random.ts'
import type { Passage } from '../tools/search.ts'

interface Town extends Passage {
  readonly river: string
  readonly product: string
}
interface Person extends Passage {
  readonly town: Town
  readonly born: number
}
interface Building extends Passage {
  readonly builder: Person
  readonly town: Town
  readonly year: number
}

/** A few fictional towns, people and buildings. */
export interface World {
  readonly passages: readonly Passage[]
  readonly buildings: readonly Building[]
  readonly people: readonly Person[]
  readonly towns: readonly Town[]
}

const HEADS = [
  'Bel',
  'Cor',
  'Dra',
  'Fen',
  'Gal',
  'Hol',
  'Jor',
  'Kel',
  'Lun',
  'Mar',
  'Nor',
  'Ost',
  'Pel',
  'Quin',
  'Ros',
  'Sol',
  'Tal',
  'Ur',
  'Vel',
  'Wes',
]
const TOWNS = ['bury', 'dorf', 'ford', 'haven', 'mouth', 'stead', 'ton', 'wick']
const FIRST = [
  'Anka',
  'Bruno',
  'Clea',
  'Dario',
  'Edda',
  'Filip',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaja',
  'Leon',
  'Mira',
  'Nils',
  'Olga',
  'Piet',
]
const LAST = ['ander', 'berg', 'dahl', 'eskin', 'ford', 'holm', 'inger', 'low', 'mark', 'ov', 'quist', 'stad']
const KINDS = [
  'lighthouse',
  'bridge',
  'library',
  'theatre',
  'clock tower',
  'market hall',
  'mill',
  'observatory',
]
const PRODUCTS = [
  'blue glass',
  'salted plums',
  'wool blankets',
  'copper bells',
  'rye bread',
  'paper lanterns',
  'smoked trout',
  'pear cider',
]

/** Generated deterministically from a random stream. */
export function makeWorld(random: PythonRandom): World {
  const heads = random.sample(HEADS, 18)
  const towns = random.sample(TOWNS, 4).map((tail, i): Town => {
    const title = `${heads[i]}${tail}`
    const river = `${heads[i + 4]}a`
    const product = PRODUCTS[(i * 2 + random.below(2)) % PRODUCTS.length]!
    return {
      title,
      river,
      product,
      text: `${title} is a town on the river ${river}. It is known for ${product}.`,
    }
  })
  const people = random.sample(FIRST, 5).map((first, i): Person => {
    const title = `${first} ${heads[i + 8]}${random.choice(LAST)}`
    const town = random.choice(towns)
    const born = random.randint(1790, 1850)
    return {
      title,
      town,
      born,
      text: `${title} was a builder. ${first} was born in ${town.title} in ${born}.`,
    }
  })
  const buildings = random.sample(KINDS, 5).map((kind, i): Building => {
    const title = `${heads[i + 13]} ${kind}`
    const [builder, town] = [random.choice(people), random.choice(towns)]
    const year = builder.born + random.randint(25, 60)
    const text = `The ${title} stands in ${town.title}. It was built by ${builder.title} in ${year}.`
    return { title, builder, town, year, text }
  })
  return { towns, people, buildings, passages: [...towns, ...people, ...buildings] }
}

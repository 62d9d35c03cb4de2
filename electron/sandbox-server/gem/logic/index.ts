import { logicCatalogue } from '#shared/gem/catalogue/knowledge.ts'
import type { PythonRandom } from '#shared/gem/python-random.ts'
import type { EnvironmentDefinition } from '../environment.ts'
import { defineQuestions, type Question, type QuestionSource } from '../question.ts'
import { ask } from '../reasoning/ask.ts'

const NAMES = ['Ada', 'Bela', 'Carl', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana']
/** A rule leads from an earlier attribute to a later one, so rules cannot form a cycle. */
const ATTRIBUTES = [
  'big',
  'kind',
  'quiet',
  'cold',
  'green',
  'rough',
  'smart',
  'young',
  'round',
  'sad',
  'fast',
  'blue',
]

const FURTHER_FACTS = 4
const FURTHER_RULES = 4

interface Rule {
  readonly given: readonly string[]
  readonly then: string
}

type Facts = ReadonlyMap<string, ReadonlySet<string>>

/** The number of chained rules needed to derive each attribute; 0 for a fact. */
function depthsOf(facts: ReadonlySet<string>, rules: readonly Rule[]): Map<string, number> {
  const depths = new Map(Array.from(facts, (fact) => [fact, 0]))
  for (let depth = 1, grew = true; grew; depth++) {
    grew = false
    const known = new Set(depths.keys())
    for (const { given, then } of rules) {
      if (depths.has(then) || !given.every((one) => known.has(one))) continue
      depths.set(then, depth)
      grew = true
    }
  }
  return depths
}

function draw(random: PythonRandom, depth: number): { facts: Facts; rules: Rule[] } {
  const names = random.sample(NAMES, 4)
  const chain = random.sample(ATTRIBUTES, depth + 1).toSorted((a, b) => place(a) - place(b))
  const facts = new Map(names.map((name) => [name, new Set<string>()]))
  facts.get(names[0]!)!.add(chain[0]!)
  const rules = chain.slice(1).map((then, i): Rule => ({ given: [chain[i]!], then }))
  for (let i = 0; i < FURTHER_FACTS; i++) facts.get(random.choice(names))!.add(random.choice(ATTRIBUTES))
  for (let i = 0; i < FURTHER_RULES; i++) {
    const words = random.sample(ATTRIBUTES, random.randint(2, 3)).toSorted((a, b) => place(a) - place(b))
    rules.push({ given: words.slice(0, -1), then: words.at(-1)! })
  }
  return { facts, rules: random.sample(rules, rules.length) }
}

const place = (attribute: string): number => ATTRIBUTES.indexOf(attribute)

function question(random: PythonRandom, depth: number): Question {
  const isTrue = random.choice([true, false])
  for (;;) {
    const { facts, rules } = draw(random, depth)
    const all = Array.from(facts, ([name, known]) => [name, depthsOf(known, rules)] as const)
    const holding = all.flatMap(([name, depths]) =>
      [...depths].filter(([, deep]) => deep === depth).map(([attribute]) => [name, attribute] as const),
    )
    // Entities about which equally much can be derived, so that a false statement is no easier than a true one.
    const reaching = all.filter(([, depths]) => Math.max(-1, ...depths.values()) >= depth)
    const failing = reaching.flatMap(([name, depths]) =>
      ATTRIBUTES.filter((attribute) => !depths.has(attribute)).map((attribute) => [name, attribute] as const),
    )
    const isNegated = random.choice([true, false])
    const candidates = isTrue === isNegated ? failing : holding
    if (candidates.length === 0) continue
    const [name, attribute] = random.choice(candidates)
    const lines = [
      ...Array.from(facts, ([who, known]) => [...known].map((one) => `${who} is ${one}.`)).flat(),
      ...rules.map(({ given, then }) => `If someone is ${given.join(' and ')} then they are ${then}.`),
    ]
    const statement = `${name} is ${isNegated ? 'not ' : ''}${attribute}.`
    const gold = isTrue ? 'True' : 'False'
    const text = `${lines.join('\n')}\n\nWhat does not follow from this is false. True or False: ${statement}`
    return ask(text, 'Give True or False', gold, (answer) =>
      answer?.trim().toLowerCase() === gold.toLowerCase() ? 1 : 0,
    )
  }
}

const sources = logicCatalogue.map(({ id, parameters }): QuestionSource => ({
  id,
  generate: (random) => question(random, Number(parameters['depth'])),
  info: (score) => ({ correct: score === 1 }),
}))

/** All `logic:` environments (docs/gem.md#logic). */
export const logic: readonly EnvironmentDefinition[] = defineQuestions(logicCatalogue, sources)

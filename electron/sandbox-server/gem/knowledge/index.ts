import { knowledgeCatalogue } from '#shared/gem/catalogue/knowledge.ts'
import type { PythonRandom } from '#shared/gem/python-random.ts'
import type { Environment, EnvironmentContext, EnvironmentDefinition } from '../environment.ts'
import { type Question, QuestionEnvironment, type QuestionSource } from '../question.ts'
import { type Passage, searchTool } from '../tools/search.ts'
import { ToolEnvironment } from '../tools/tool-environment.ts'
import { makeWorld, type World } from './world.ts'

/** The content of the last `<answer>…</answer>`, trimmed; null if there is none. */
export function taggedAnswer(reply: string): string | null {
  const last = Array.from(reply.matchAll(/<answer>([\s\S]*?)<\/answer>/g)).at(-1)
  return last?.[1]?.trim() ?? null
}

/** Whether two answers are equal except for case, ASCII punctuation, articles, and whitespace. */
export function isMatch(gold: string, answer: string): boolean {
  return normalize(gold) === normalize(answer)
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[!-/:-@[-`{-~]/g, '')
    .replaceAll(/\b(?:a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ')
}

const PASSAGES = 5

interface Asked {
  readonly question: string
  readonly gold: string
  /** The passages that together contain the answer. */
  readonly needed: readonly Passage[]
}

const ONE_HOP: readonly ((world: World, random: PythonRandom) => Asked)[] = [
  ({ buildings }, random) => {
    const one = random.choice(buildings)
    return { question: `Who built the ${one.title}?`, gold: one.builder.title, needed: [one] }
  },
  ({ buildings }, random) => {
    const one = random.choice(buildings)
    return { question: `In which year was the ${one.title} built?`, gold: String(one.year), needed: [one] }
  },
  ({ people }, random) => {
    const one = random.choice(people)
    return { question: `In which town was ${one.title} born?`, gold: one.town.title, needed: [one] }
  },
  ({ towns }, random) => {
    const one = random.choice(towns)
    return { question: `What is ${one.title} known for?`, gold: one.product, needed: [one] }
  },
]

const TWO_HOPS: readonly ((world: World, random: PythonRandom) => Asked)[] = [
  ({ buildings }, random) => {
    const one = random.choice(buildings)
    const question = `In which town was the builder of the ${one.title} born?`
    return { question, gold: one.builder.town.title, needed: [one, one.builder] }
  },
  ({ buildings }, random) => {
    const one = random.choice(buildings)
    const question = `On which river is the town in which the ${one.title} stands?`
    return { question, gold: one.town.river, needed: [one, one.town] }
  },
  ({ people }, random) => {
    const one = random.choice(people)
    const question = `What is the town known for in which ${one.title} was born?`
    return { question, gold: one.town.product, needed: [one, one.town] }
  },
]

const HOW = 'Think between <think> and </think>, then give the answer alone between <answer> and </answer>.'

function draw(random: PythonRandom, hops: number): Asked & { world: World } {
  const world = makeWorld(random)
  return { world, ...random.choice(hops === 1 ? ONE_HOP : TWO_HOPS)(world, random) }
}

const score = (gold: string) => (answer: string | null) => (answer !== null && isMatch(gold, answer) ? 1 : 0)

const render = ({ title, text }: Passage): string => `${title}: ${text}`

function withPassages(random: PythonRandom, hops: number): Question {
  const { world, question, gold, needed } = draw(random, hops)
  const others = world.passages.filter((passage) => !needed.includes(passage))
  const some = [...needed, ...random.sample(others, PASSAGES - needed.length)]
  const passages = random.sample(some, some.length).map(render).join('\n')
  return { text: `${passages}\n\n${question}\n${HOW}`, gold, score: score(gold) }
}

const common: Pick<QuestionSource, 'read' | 'info'> = {
  read: taggedAnswer,
  info: (reward) => ({ correct: reward === 1 }),
}

/** A question about a world that is only accessible through a search tool. */
function searched(context: EnvironmentContext, id: string, hops: number): Environment {
  let passages: readonly Passage[] = []
  const generate = (random: PythonRandom): Question => {
    const { world, question, gold } = draw(random, hops)
    passages = world.passages
    return { text: `${question}\n${HOW}`, gold, score: score(gold) }
  }
  const inner = new QuestionEnvironment(context, { id, generate, ...common })
  return new ToolEnvironment(
    inner,
    searchTool(() => passages),
  )
}

/** All `qa:` environments (docs/gem.md#knowledge). */
export const knowledge: readonly EnvironmentDefinition[] = knowledgeCatalogue.map((entry) => {
  const { id, kind } = entry
  const hops = Number(entry.parameters['hops'])
  const generate = (random: PythonRandom): Question => withPassages(random, hops)
  return {
    entry,
    create: (context) =>
      kind === 'single-turn'
        ? new QuestionEnvironment(context, { id, generate, ...common })
        : searched(context, id, hops),
  }
})

import { boxed } from '../boxed.ts'
import { NUMBER_TASKS, TEXT_TASKS } from '../code-tasks.ts'
import { TOOL } from '../catalogue/knowledge.ts'
import { type EpisodeView, openingText, type Player } from './player.ts'

/** Derives everything that follows from the facts and rules of a `logic:` question. */
export const logicSolver: Player = {
  propose: (episode) => {
    const question = openingText(episode)
    const statement = /True or False: (\w+) is (not )?(\w+)\./.exec(question)
    if (!statement) return null
    const [, name, not, attribute] = statement
    const known = new Set(
      Array.from(question.matchAll(/^(\w+) is (\w+)\.$/gm))
        .filter(([, who]) => who === name)
        .map(([, , what]) => what!),
    )
    const rules = Array.from(question.matchAll(/^If someone is (.+) then they are (\w+)\.$/gm))
    for (let size = -1; size < known.size;) {
      size = known.size
      for (const [, given, then] of rules)
        if (given!.split(' and ').every((one) => known.has(one))) known.add(then!)
    }
    return boxed(known.has(attribute!) === (not === undefined) ? 'True' : 'False')
  },
}

/**
 * Looks up a fact about a thing in a text, by a pattern with a placeholder for the thing and one group for
 * the result.
 */
type Lookup = (text: string, thing: string) => string | undefined

const look =
  (pattern: (thing: string) => string): Lookup =>
  (text, thing) =>
    new RegExp(pattern(thing.replaceAll(/[^\w ]/g, ''))).exec(text)?.[1]

const builder = look((thing) => `The ${thing} stands in \\w+\\. It was built by ([^.]+) in \\d+\\.`)
const year = look((thing) => `The ${thing} stands in \\w+\\. It was built by [^.]+ in (\\d+)\\.`)
const place = look((thing) => `The ${thing} stands in (\\w+)\\.`)
const birthplace = look((thing) => `${thing} was a builder\\. \\w+ was born in (\\w+) in`)
const product = look((thing) => `${thing} is a town on [^.]+\\. It is known for ([^.]+)\\.`)
const river = look((thing) => `${thing} is a town on the river (\\w+)\\.`)

/** How to answer each question: a chain of lookups, each about the result of the previous one. */
const WAYS: readonly (readonly [question: RegExp, looks: readonly Lookup[]])[] = [
  [/^Who built the (.+)\?$/m, [builder]],
  [/^In which year was the (.+) built\?$/m, [year]],
  [/^In which town was the builder of the (.+) born\?$/m, [builder, birthplace]],
  [/^In which town was (.+) born\?$/m, [birthplace]],
  [/^What is the town known for in which (.+) was born\?$/m, [birthplace, product]],
  [/^What is (.+) known for\?$/m, [product]],
  [/^On which river is the town in which the (.+) stands\?$/m, [place, river]],
]

/** Answers `qa:` questions from passages given or found. Uses all searches, because each earns a reward. */
export const knowledgeSolver: Player = {
  // When the answer is known, it keeps searching for the reward.
  propose: (episode) => (searchesLeft(episode) > 0 ? nextSearch(episode) : knownAnswer(episode)),
  answer: knownAnswer,
}

function knownAnswer(episode: EpisodeView): string | null {
  const way = wayOf(episode)
  if (!way) return null
  let known: string | undefined = way.asked
  for (const one of way.looks) known = known === undefined ? undefined : one(way.text, known)
  return known === undefined ? null : `<answer>${known}</answer>`
}

function nextSearch(episode: EpisodeView): string | null {
  const way = wayOf(episode)
  return way ? `<search>${furthest(way.text, way.asked, way.looks)}</search>` : null
}

/** Returns the question, its lookups, and all passages read so far. */
function wayOf(episode: EpisodeView) {
  const question = openingText(episode)
  const text = [question, ...episode.turns.map(({ result }) => String(result.observation))].join('\n')
  for (const [pattern, looks] of WAYS) {
    const name = pattern.exec(question)?.[1]
    if (name !== undefined) return { asked: name, looks, text }
  }
  return undefined
}

function searchesLeft(episode: EpisodeView): number {
  if (!openingText(episode).includes('<search>')) return 0
  return TOOL.maxUses - episode.turns.filter(({ result }) => result.info['use_tool'] === true).length
}

/** Follows the lookups in a text as far as possible. */
function furthest(text: string, name: string, looks: readonly Lookup[]): string {
  let thing = name
  for (const one of looks.slice(0, -1)) thing = one(text, thing) ?? thing
  return thing
}

const DIVISORS = [2, 3, 4, 5, 6, 7, 8, 9]

/** Knows a program for every `code:` task. */
export const codeSolver: Player = {
  propose: (episode) => {
    const question = openingText(episode)
    for (const task of [...NUMBER_TASKS, ...TEXT_TASKS]) {
      const k = DIVISORS.find((one) => question.startsWith(task.text(one)))
      if (k !== undefined) return `\`\`\`python\n${task.python(k)}\n\`\`\``
    }
    return null
  },
}

import type { Tool } from './tool-environment.ts'

/** A searchable passage: its title and its text. */
export interface Passage {
  readonly title: string
  readonly text: string
}

const FOUND = 3
/** Weight of a word in the title, which says more about a passage than one in its text. */
const TITLE_WEIGHT = 2

/** Ranks passages by the words they share with a query; rare words weigh more. */
export function search(passages: readonly Passage[], query: string): Passage[] {
  const bags = passages.map(({ title, text }) => ({ title: wordsOf(title), text: wordsOf(text) }))
  const wanted = new Set(wordsOf(query))
  const weight = (word: string): number => {
    const holding = bags.filter(({ title, text }) => title.includes(word) || text.includes(word)).length
    return holding === 0 ? 0 : Math.log(1 + passages.length / holding)
  }
  const weights = new Map(Array.from(wanted, (word) => [word, weight(word)]))
  const count = (words: readonly string[]): number =>
    [...new Set(words)].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
  return bags
    .map(({ title, text }, i) => ({
      passage: passages[i]!,
      score: TITLE_WEIGHT * count(title) + count(text),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, FOUND)
    .map(({ passage }) => passage)
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z\d]+/g) ?? []

/** A search tool over the current passages; only the first query of a reply counts. */
export function searchTool(passages: () => readonly Passage[]): Tool {
  return {
    type: 'search',
    instructions:
      'To look something up, write a query between <search> and </search>; what is found comes back between <information> and </information>.',
    read: (reply) => {
      const match = /<search>([\s\S]*?)<\/search>/.exec(reply)
      if (!match) return null
      const action = reply.slice(0, match.index + match[0].length)
      return {
        action,
        run: () => {
          const found = search(passages(), match[1]!.trim())
          const lines = found.map(({ title, text }, i) => `Doc ${i + 1}(Title: ${title}) ${text}\n`)
          return { observation: `\n\n<information>${lines.join('')}</information>\n\n`, failed: false }
        },
      }
    },
  }
}

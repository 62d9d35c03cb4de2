import { embed, similarity } from './embedding.ts'
import { wordsOf } from './words.ts'

export const SEARCH_MODES = ['keyword', 'vector', 'hyper'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

/** Default `hybrid_k` of reciprocal rank fusion (Cormack 2009). */
export const DEFAULT_HYBRID_K = 60

/** A lower similarity is only due to hash collisions. */
const MIN_SIMILARITY = 0.08

export interface Chunk<T> {
  readonly item: T
  readonly text: string
  /** Breaks ties between equal scores, so that results are deterministic. */
  readonly key: string
}

export interface Hit<T> {
  readonly item: T
  readonly score: number
}

/** Caches texts and vectors per item; a changed item is a new object. */
const vectors = new WeakMap<object, Float32Array>()

function vectorOf(chunk: Chunk<object>): Float32Array {
  let vector = vectors.get(chunk.item)
  if (!vector) {
    vector = embed(chunk.text)
    vectors.set(chunk.item, vector)
  }
  return vector
}

type Scored<T> = { readonly chunk: Chunk<T>; readonly score: number }

/**
 * The whole query as a substring, else the share of its words that occur. A substring match scores above 0.5,
 * higher the earlier it occurs; word matches score up to 0.5.
 */
function keywordScore(text: string, query: string, words: readonly string[]): number {
  const lower = text.toLowerCase()
  const place = lower.indexOf(query)
  if (place >= 0) return 0.5 + 0.5 * (1 - place / (lower.length + 1))
  const found = words.filter((word) => lower.includes(word)).length
  return words.length > 1 && found > 0 ? (0.5 * found) / words.length : 0
}

function ordered<T>(scored: Scored<T>[]): Scored<T>[] {
  return scored.sort((a, b) => b.score - a.score || (a.chunk.key < b.chunk.key ? -1 : 1))
}

/**
 * Ranks texts against a query. `keyword` matches text, `vector` similarity (see `embed`), `hyper` fuses both
 * ranks as Σ 1/(k + rank). An empty query finds nothing.
 *
 * @param yieldToMain awaited periodically; yields to other work and throws when the search is aborted
 */
export async function rank<T extends object>(
  chunks: AsyncIterable<Chunk<T>>,
  request: {
    readonly query: string
    readonly mode: SearchMode
    readonly hybridK: number
    readonly topk: number
  },
  yieldToMain: () => Promise<void>,
): Promise<Hit<T>[]> {
  const query = request.query.trim().toLowerCase()
  if (query === '') return []
  const words = [...new Set(wordsOf(query))]
  const target = embed(query)
  const byKeyword: Scored<T>[] = []
  const byVector: Scored<T>[] = []
  let seen = 0
  for await (const chunk of chunks) {
    if (request.mode !== 'vector') {
      const score = keywordScore(chunk.text, query, words)
      if (score > 0) byKeyword.push({ chunk, score })
    }
    if (request.mode !== 'keyword') {
      const score = similarity(vectorOf(chunk), target)
      if (score >= MIN_SIMILARITY) byVector.push({ chunk, score })
    }
    if (++seen % 64 === 0) await yieldToMain()
  }
  const lists = [ordered(byKeyword), ordered(byVector)]
  const best = request.mode === 'hyper' ? fused(lists, request.hybridK) : ordered(lists.flat())
  return best.slice(0, request.topk).map(({ chunk, score }) => ({ item: chunk.item, score: rounded(score) }))
}

function fused<T extends object>(lists: readonly Scored<T>[][], k: number): Scored<T>[] {
  const sums = new Map<T, { chunk: Chunk<T>; score: number }>()
  for (const list of lists) {
    for (const [index, { chunk }] of list.entries()) {
      const sum = sums.get(chunk.item) ?? { chunk, score: 0 }
      sum.score += 1 / (k + index + 1)
      sums.set(chunk.item, sum)
    }
  }
  return ordered([...sums.values()])
}

/** Rounds to six digits: precise enough to sort by, and readable. */
function rounded(score: number): number {
  return Math.round(score * 1e6) / 1e6
}

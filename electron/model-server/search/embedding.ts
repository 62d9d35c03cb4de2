import { fnv1a } from '../../node/fnv1a.ts'
import { wordsOf } from './words.ts'

/** Name of the embedding in plans. */
export const EMBEDDING_MODEL = 'orrery-hash-256'

const DIMENSIONS = 256

/** Weight of trigrams relative to a word: they make `pay` find `payment`. */
const PIECE_WEIGHT = 0.35

function hash(text: string): number {
  let value = fnv1a(text)
  value ^= value >>> 15
  return Math.imul(value, 0x2c1b3c6d) >>> 0
}

function add(vector: Float32Array, feature: string, weight: number): void {
  const value = hash(feature)
  const place = value % DIMENSIONS
  // With signed features, two that collide cancel out instead of adding up.
  vector[place] = (vector[place] ?? 0) + (value & 0x10000 ? weight : -weight)
}

/**
 * Embeds a text as a unit vector, deterministically: words and their trigrams are hashed into 256 signed
 * dimensions (feature hashing, Weinberger 2009); repeated words are weighted by the square root of their
 * count. Finds shared words and stems, not synonyms.
 */
export function embed(text: string): Float32Array {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const vector = new Float32Array(DIMENSIONS)
  for (const [word, count] of counts) {
    const weight = Math.sqrt(count)
    add(vector, word, weight)
    const padded = ` ${word} `
    const pieces = Math.max(1, padded.length - 2)
    for (let at = 0; at + 3 <= padded.length; at++) {
      add(vector, `#${padded.slice(at, at + 3)}`, (weight * PIECE_WEIGHT) / Math.sqrt(pieces))
    }
  }
  let length = 0
  for (const value of vector) length += value * value
  if (length > 0) {
    const scale = 1 / Math.sqrt(length)
    for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * scale
  }
  return vector
}

/** Cosine similarity of two unit vectors. */
export function similarity(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

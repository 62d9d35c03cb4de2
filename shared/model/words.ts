import type { Json } from './json.ts'
import { isJsonObject } from './json.ts'

/** Returns a model text in English, else in any language: models contain plain texts or one per language. */
export function wordsOf(value: Json | undefined): string {
  if (typeof value === 'string') return value
  if (!isJsonObject(value)) return ''
  const text = value['en_us'] ?? value['en'] ?? Object.values(value)[0]
  return typeof text === 'string' ? text : ''
}

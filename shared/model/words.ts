import { isFields } from '../json/fields.ts'

const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''

/**
 * Returns a model text in the first of some languages that has one, else in English, else in any: models contain
 * plain texts or one per language, and an empty one is none.
 */
export function wordsOf(value: unknown, languages: readonly string[] = []): string {
  if (typeof value === 'string') return value
  if (!isFields(value)) return ''
  const preferred = [...languages, 'en_us', 'en'].map((language) => value[language])
  return [...preferred, ...Object.values(value)].find(isText) ?? ''
}

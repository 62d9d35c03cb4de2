import { locale } from './text.ts'

/** A text in the page's language, else in English, else in whatever language there is. */
export function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined
  if (typeof value !== 'object' || value === null) return undefined
  const byLanguage = value as Record<string, unknown>
  const own = locale() === 'zh' ? (byLanguage['zh_cn'] ?? byLanguage['zh']) : undefined
  const text = own ?? byLanguage['en_us'] ?? byLanguage['en'] ?? Object.values(byLanguage)[0]
  return typeof text === 'string' && text !== '' ? text : undefined
}

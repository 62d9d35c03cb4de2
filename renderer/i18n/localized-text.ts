import { locale } from './text.ts'

/** Returns a text in the current language, otherwise in English, otherwise in any language. */
export function localizedText(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined
  if (typeof value !== 'object' || value === null) return undefined
  const byLanguage = value as Record<string, unknown>
  const own = locale() === 'zh' ? (byLanguage['zh_cn'] ?? byLanguage['zh']) : undefined
  const text = own ?? byLanguage['en_us'] ?? byLanguage['en'] ?? Object.values(byLanguage)[0]
  return typeof text === 'string' && text !== '' ? text : undefined
}

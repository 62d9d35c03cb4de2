import { wordsOf } from '#shared/model/words.ts'
import { locale } from './text.ts'

/** Returns a text in the current language, otherwise in English, otherwise in any language. */
export const localizedText = (value: unknown): string | undefined =>
  wordsOf(value, locale() === 'zh' ? ['zh_cn', 'zh'] : []) || undefined

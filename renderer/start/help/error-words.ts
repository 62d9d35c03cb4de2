import { SERVICE_CODES } from '../../app/help-store.ts'
import { sentencesEn, type Sentence } from '#shared/workbench/sentences/en.ts'
import { sentencesZh } from '#shared/workbench/sentences/zh.ts'
import { locale, text } from '../../i18n/text.ts'

/** Our own codes of which the sentences alone, each of one case, would not say what the code means. */
const IN_GENERAL = [
  'ADDRESS',
  'CAP_REACHED',
  'FETCH_LARGE',
  'FETCH_UNREACHABLE',
  'INVALID_INPUT',
  'NOT_CONNECTED',
  'PLATFORM_REFUSED',
  'SERVER_REFUSED',
  'START',
  'TRACE_DROPPED',
  'UNEXPECTED_ANSWER',
  'UNKNOWN_DOCUMENT',
  'UNKNOWN_PROCEDURE',
  'WRONG_KIND',
] as const

/** What stands for a value where there is none. */
const NOUNS = ['command', 'host', 'name', 'path', 'url'] as const

const HOLE = /\{\w+\}/

/** Sentences of a failure without their values: those that are none without them are left out. */
function readable(sentences = ''): string {
  const nouns = new Map<string, string>(NOUNS.map((name) => [name, text(`start.help.noun.${name}`)]))
  const read = (sentence: string): string => {
    const words = sentence
      // The reason at its end, and what is in brackets.
      .replace(/\s?[(（][^()（）]*\{\w+\}[^()（）]*[)）]/g, '')
      .replace(/(?<=.{10}|\p{Script=Han}{4})\s?[:：]\s*\{\w+\}[.。]?\s*$/u, locale() === 'zh' ? '。' : '. ')
      .replace(/(?:with )?HTTP \{status\}/, text('start.help.noun.status'))
      .replaceAll(/(?<=^|\b(?:of|at|in) )\{(\w+)\}/g, (hole, name: string) => nouns.get(name) ?? hole)
    const isRead = !HOLE.test(words) && /\p{L}/u.test(words)
    return isRead ? words.charAt(0).toLocaleUpperCase() + words.slice(1) : ''
  }
  return sentences
    .split(/(?<=[.?]\s|。)/)
    .map(read)
    .join('')
    .trim()
}

/** What each of our own error codes means and what to do, by code. */
function ourWords(): ReadonlyMap<string, ReadonlySet<string>> {
  const sentences: Readonly<Record<string, Sentence>> = locale() === 'zh' ? sentencesZh : sentencesEn
  const words = new Map<string, Set<string>>()
  for (const code of IN_GENERAL) words.set(code, new Set([text(`start.help.error.${code}`)]))
  for (const [key, { message, hint }] of Object.entries(sentences)) {
    const [code = key] = key.split('.')
    if (code === 'CANCELLED') continue
    // What to do in a case that goes unsaid would puzzle.
    if (IN_GENERAL.some((general) => general === code) && HOLE.test(message)) continue
    const line = [readable(message), readable(hint)].join(locale() === 'zh' ? '' : ' ').trim()
    if (line !== '') words.set(code, (words.get(code) ?? new Set()).add(line))
  }
  // Better than nothing.
  for (const [key, { message }] of Object.entries(sentences)) {
    const [code = key] = key.split('.')
    if (code !== 'CANCELLED' && !words.has(code))
      words.set(code, new Set([message.replaceAll(/\{\w+\}/g, '…')]))
  }
  return words
}

/** The words of all explained error codes: those of model servers in detail, our own by their sentences. */
export const errorWords = (): readonly { code: string; isOfService: boolean; words: string }[] => [
  ...SERVICE_CODES.map((code) => ({ code, isOfService: true, words: text(`start.help.error.${code}`) })),
  ...[...ourWords()].map(([code, words]) => ({ code, isOfService: false, words: [...words].join('\n') })),
]

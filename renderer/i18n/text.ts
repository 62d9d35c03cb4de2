import { IntlMessageFormat } from 'intl-messageformat'
import { create } from 'zustand'
import { retold, type Said, type Tongue } from '#shared/workbench/sentences/sentence.ts'
import { en } from './en.ts'

/** Every visible text, by key. English is the source; another language is a file with the same keys. */
export type MessageKey = keyof typeof en
export type Catalogue = Readonly<Record<MessageKey, string>>

export type TextValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>
export type Text = (key: MessageKey, values?: TextValues) => string

/** Languages that Orrery speaks; all but English are loaded when they are chosen. */
const loaders: Readonly<Record<string, () => Promise<Language>>> = {
  en: () => Promise.resolve({ catalogue: en }),
  zh: async () => {
    const [{ zh }, { tongueZh }, { kindWordsZh }] = await Promise.all([
      import('./zh.ts'),
      import('./tongue-zh.ts'),
      import('../authoring/draft/kind-words.zh.ts'),
    ])
    return { catalogue: zh, tongue: tongueZh, kindWords: kindWordsZh }
  },
}

interface Language {
  readonly catalogue: Partial<Catalogue>
  /** What failures say; the core's own words are English. */
  readonly tongue?: Tongue
  /** What the schemas of kinds say, by their English. */
  readonly kindWords?: Readonly<Record<string, string>>
}

/** Messages whose braces hold names alone need no ICU, whose first use costs a window's start some tens of milliseconds. */
const NAMES_ALONE = /^(?:[^{}'#]|\{\w+\})*$/

function makeText(locale: string, catalogue: Catalogue): Text {
  const formats = new Map<MessageKey, IntlMessageFormat>()
  return (key, values) => {
    const message = catalogue[key]
    if (!message.includes('{')) return message
    const filled = fillNames(message, values)
    if (filled !== undefined) return filled
    const format = formats.get(key) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
    formats.set(key, format)
    return String(format.format(values as Record<string, string>))
  }
}

/** The message with its names filled in; nothing when it, or a value, is more than that. */
function fillNames(message: string, values: TextValues = {}): string | undefined {
  if (!NAMES_ALONE.test(message)) return undefined
  let plain = true
  const filled = message.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    plain &&= typeof value === 'string' || typeof value === 'number'
    return String(value)
  })
  return plain ? filled : undefined
}

interface LanguageState {
  readonly locale: string
  readonly t: Text
  readonly tongue?: Tongue | undefined
  readonly kindWords?: Language['kindWords'] | undefined
}

const useLanguage = create<LanguageState>(() => ({ locale: 'en', t: makeText('en', en) }))

/** The texts in the chosen language; ICU placeholders and plurals are filled from `values`. */
export function useText(): Text {
  return useLanguage((state) => state.t)
}

/** The same outside components, for commands and stores. */
export const text: Text = (key, values) => useLanguage.getState().t(key, values)

/** What the core says of a failure, in the chosen language; the words of others stay as they are. */
export function inOurWords<T extends { message: string; hint?: string | undefined; said?: Said | undefined }>(
  thing: T,
): T {
  const { tongue } = useLanguage.getState()
  return tongue ? retold(thing, tongue) : thing
}

/** What a kind's schema says of itself or of a member, in the chosen language; its own English where there is no other. */
export function kindWords(english: string): string {
  return useLanguage.getState().kindWords?.[english] ?? english
}

/** A moment (Unix milliseconds) in the chosen language: its time of day, with the day where that matters. */
export function showTime(at: number, withDay = false): string {
  const { locale } = useLanguage.getState()
  const moment = new Date(at)
  return withDay ? moment.toLocaleString(locale) : moment.toLocaleTimeString(locale)
}

/** Day and time to the minute, as short as the language has it. */
export function showMinute(at: string): string {
  const { locale } = useLanguage.getState()
  return new Date(at).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' })
}

/** Calls the listener now and whenever the texts are another language's: for texts that are held, such as commands' titles. */
export function followLanguage(listener: () => void): void {
  listener()
  useLanguage.subscribe(listener)
}

/** The language that was asked for last. */
let wanted = 'en'

/** Switches the language; an unknown one falls back to English. */
export async function setLanguage(locale: string): Promise<void> {
  const load = loaders[locale] ?? loaders['en']
  wanted = locale
  if (
    load === undefined ||
    (locale === useLanguage.getState().locale && document.documentElement.lang === locale)
  )
    return
  const { catalogue, tongue, kindWords: words } = await load()
  // Another one was chosen while this one was loaded.
  if (wanted !== locale) return
  document.documentElement.lang = locale
  useLanguage.setState({ locale, t: makeText(locale, { ...en, ...catalogue }), tongue, kindWords: words })
}

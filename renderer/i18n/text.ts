import { IntlMessageFormat } from 'intl-messageformat'
import { create } from 'zustand'
import { localize, type MessageRef, type Catalog } from '#shared/workbench/sentences/sentence.ts'

/**
 * Every visible text, by key. Each area declares its own keys beside its English messages, by merging into this interface; so this
 * floor knows none of the areas, and an undeclared key is a type error.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by declaration merging
export interface Messages {}
export type MessageKey = keyof Messages

/** The texts of one area: English, which is the source, and the way to fetch the same keys in another language. */
export interface MessageArea {
  readonly en: Readonly<Record<string, string>>
  readonly zh: () => Promise<Readonly<Record<string, string>>>
}

export type TextValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>
export type Text = (key: MessageKey, values?: TextValues) => string

type Catalogue = Readonly<Record<string, string>>

const areas: MessageArea[] = []
let english: Catalogue = {}

/** Adds the texts of areas. Called once, at start, before anything is shown. */
export function registerMessages(added: readonly MessageArea[]): void {
  areas.push(...added)
  english = Object.assign({}, english, ...added.map(({ en }) => en)) as Catalogue
  useLanguage.setState({ t: makeText('en', english) })
}

interface Language {
  readonly catalogue: Catalogue
  /** What failures say; the core's own words are English. */
  readonly sentences?: Catalog
  /** What our servers say of kinds and environments, by their English. */
  readonly serverWords?: Readonly<Record<string, string>>
}

/** Languages that Orrery speaks; all but English are loaded when they are chosen. */
const loaders: Readonly<Record<string, () => Promise<Language>>> = {
  en: () => Promise.resolve({ catalogue: {} }),
  zh: async () => {
    const [{ catalogZh }, { kindWordsZh }, { gemWordsZh }, ...catalogues] = await Promise.all([
      import('./catalog-zh.ts'),
      import('./kind-words.zh.ts'),
      import('./gem-words.zh.ts'),
      ...areas.map(({ zh }) => zh()),
    ])
    return {
      catalogue: Object.assign({}, ...catalogues) as Catalogue,
      sentences: catalogZh,
      serverWords: { ...kindWordsZh, ...gemWordsZh },
    }
  },
}

/** Messages whose braces hold names alone need no ICU, whose first use costs a window's start some tens of milliseconds. */
const NAMES_ALONE = /^(?:[^{}'#]|\{\w+\})*$/

function makeText(locale: string, catalogue: Catalogue): Text {
  const formats = new Map<MessageKey, IntlMessageFormat>()
  return (key, values) => {
    // A key without a text shows itself: unit tests of logic register none.
    const message = catalogue[key] ?? key
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
  readonly sentences?: Catalog | undefined
  readonly serverWords?: Language['serverWords'] | undefined
}

const useLanguage = create<LanguageState>(() => ({ locale: 'en', t: makeText('en', english) }))

/** The texts in the chosen language; ICU placeholders and plurals are filled from `values`. */
export function useText(): Text {
  return useLanguage((state) => state.t)
}

/** The same outside components, for commands and stores. */
export const text: Text = (key, values) => useLanguage.getState().t(key, values)

/** The chosen language, for texts that come with their translations. */
export const locale = (): 'en' | 'zh' => (useLanguage.getState().locale === 'zh' ? 'zh' : 'en')

/** What the core says of a failure, in the chosen language; the words of others stay as they are. */
export function inOurWords<
  T extends { message: string; hint?: string | undefined; said?: MessageRef | undefined },
>(thing: T): T {
  const { sentences } = useLanguage.getState()
  return sentences ? localize(thing, sentences) : thing
}

/** What a server says of a kind or of an environment, in the chosen language; its own English where there is no other. */
export function serverWords(english: string): string {
  return useLanguage.getState().serverWords?.[english] ?? english
}

/** A moment (Unix milliseconds) in the chosen language: its time of day, with the day where that matters. */
export function showTime(at: number, withDay = false): string {
  const { locale } = useLanguage.getState()
  const moment = new Date(at)
  return withDay ? moment.toLocaleString(locale) : moment.toLocaleTimeString(locale)
}

/** The same to the millisecond, for what is compared. */
export const showInstant = (at: number): string =>
  new Date(at).toLocaleTimeString(useLanguage.getState().locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  })

/** A number as the chosen language writes it. */
export const showNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(useLanguage.getState().locale, options)

/** Names one after the other, the last one after "and". */
export const showList = (names: readonly string[]): string =>
  new Intl.ListFormat(useLanguage.getState().locale).format(names)

/** Day and time to the minute, as short as the language has it. */
export function showMinute(at: string | number): string {
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
  const { catalogue, sentences, serverWords: words } = await load()
  // Another one was chosen while this one was loaded.
  if (wanted !== locale) return
  document.documentElement.lang = locale
  useLanguage.setState({
    locale,
    t: makeText(locale, { ...english, ...catalogue }),
    sentences,
    serverWords: words,
  })
}

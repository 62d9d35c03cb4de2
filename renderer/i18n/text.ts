import { IntlMessageFormat } from 'intl-messageformat'
import { create } from 'zustand'
import { translateSentence } from './sentence-templates.ts'
import { localize, type MessageRef, type Catalog } from '#shared/workbench/sentences/sentence.ts'

/**
 * All visible texts, by key. Each area declares its keys beside its English messages by declaration merging,
 * so this module depends on no area and an undeclared key is a type error.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by declaration merging
export interface Messages {}
export type MessageKey = keyof Messages

/** The texts of one area: the English source, and loaders for the same keys in other languages. */
export interface MessageArea {
  readonly en: Readonly<Record<string, string>>
  readonly zh: () => Promise<Readonly<Record<string, string>>>
}

export type TextValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>
export type Text = (key: MessageKey, values?: TextValues) => string

type Catalogue = Readonly<Record<string, string>>

const areas: MessageArea[] = []
let english: Catalogue = {}

/** Adds texts of areas. Call once at start, before the first render. */
export function registerMessages(added: readonly MessageArea[]): void {
  areas.push(...added)
  english = Object.assign({}, english, ...added.map(({ en }) => en)) as Catalogue
  useLanguage.setState({ t: makeText('en', english) })
}

interface Language {
  readonly catalogue: Catalogue
  /** Failure messages; the core's own are English. */
  readonly sentences?: Catalog
  /** Translations of our servers' descriptions of kinds, environments and tools, by their English. */
  readonly serverWords?: Readonly<Record<string, string>>
  /** Sentences with which our servers refuse a call, by their English templates. */
  readonly serverSentences?: Readonly<Record<string, string>>
  /** Names of tools' fields, by how a form says them in English. */
  readonly fieldWords?: Readonly<Record<string, string>>
}

/** Supported languages; all but English are loaded on demand. */
const loaders: Readonly<Record<string, () => Promise<Language>>> = {
  en: () => Promise.resolve({ catalogue: {} }),
  zh: async () => {
    const [
      { catalogZh },
      { kindWordsZh },
      { gemWordsZh },
      { toolWordsZh },
      { queryWordsZh },
      { serverSentencesZh },
      { fieldWordsZh },
      ...catalogues
    ] = await Promise.all([
      import('./catalog-zh.ts'),
      import('./kind-words.zh.ts'),
      import('./gem-words.zh.ts'),
      import('./tool-words.zh.ts'),
      import('./query-words.zh.ts'),
      import('./server-sentences.zh.ts'),
      import('./field-words.zh.ts'),
      ...areas.map(({ zh }) => zh()),
    ])
    return {
      catalogue: Object.assign({}, ...catalogues) as Catalogue,
      sentences: catalogZh,
      serverWords: { ...kindWordsZh, ...gemWordsZh, ...toolWordsZh, ...queryWordsZh },
      serverSentences: serverSentencesZh,
      fieldWords: fieldWordsZh,
    }
  },
}

/** Messages with plain placeholders only skip ICU, whose first use delays startup by tens of milliseconds. */
const NAMES_ALONE = /^(?:[^{}'#]|\{\w+\})*$/

function makeText(locale: string, catalogue: Catalogue): Text {
  const formats = new Map<MessageKey, IntlMessageFormat>()
  return (key, values) => {
    // A missing key is shown as is: unit tests of logic register no texts.
    const message = catalogue[key] ?? key
    if (!message.includes('{')) return message
    const filled = fillNames(message, values)
    if (filled !== undefined) return filled
    const format = formats.get(key) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
    formats.set(key, format)
    return String(format.format(values as Record<string, string>))
  }
}

/** Characters between which Chinese has no space, as it has between them and Latin letters. */
const CHINESE = /[\p{Script=Han}“”]/u

/** Fills in plain placeholders; returns undefined if the message or a value needs ICU. */
function fillNames(message: string, values: TextValues = {}): string | undefined {
  if (!NAMES_ALONE.test(message)) return undefined
  let plain = true
  const filled = message.replaceAll(
    /( ?)\{(\w+)\}( ?)/g,
    (whole, left: string, name: string, right: string, at: number) => {
      const given = values[name]
      plain &&= typeof given === 'string' || typeof given === 'number'
      const value = String(given)
      const space = (blank: string, one = '', other = ''): string =>
        CHINESE.test(one) && CHINESE.test(other) ? '' : blank
      const [before, after] = [message[at - 1], message[at + whole.length]]
      return space(left, before, value[0]) + value + space(right, value.at(-1), after)
    },
  )
  return plain ? filled : undefined
}

interface LanguageState {
  readonly locale: string
  readonly t: Text
  readonly sentences?: Catalog | undefined
  readonly serverWords?: Language['serverWords'] | undefined
  readonly serverSentences?: Language['serverSentences'] | undefined
  readonly fieldWords?: Language['fieldWords'] | undefined
}

const useLanguage = create<LanguageState>(() => ({ locale: 'en', t: makeText('en', english) }))

/** Returns the translation function of the current language; `values` fills ICU placeholders and plurals. */
export function useText(): Text {
  return useLanguage((state) => state.t)
}

/** `useText` outside components, for commands and stores. */
export const text: Text = (key, values) => useLanguage.getState().t(key, values)

/** A name and what it is: “Shell: bash”. */
export const labelled = (name: string | number, value: string | number): string =>
  text('ui.labelled', { name, value })

/** The current language, for texts that carry their own translations. */
export const locale = (): 'en' | 'zh' => (useLanguage.getState().locale === 'zh' ? 'zh' : 'en')

/** Translates a failure of the core; foreign messages stay as they are. */
export function localizeFailure<
  T extends { message: string; hint?: string | undefined; said?: MessageRef | undefined },
>(thing: T): T {
  const { sentences } = useLanguage.getState()
  return sentences ? localize(thing, sentences) : thing
}

/** Translates what a server of ours says of kinds, environments and tools; other text stays as it is. */
export function translateServerText<T extends string | undefined>(said: T): T | string {
  return (said === undefined ? undefined : useLanguage.getState().serverWords?.[said]) ?? said
}

/** Translates a sentence with which a server of ours refuses a call; undefined for any other, and in English. */
export function translateServerSentence(said: string): string | undefined {
  const { serverWords, serverSentences } = useLanguage.getState()
  return serverWords?.[said] ?? (serverSentences && translateSentence(serverSentences, said))
}

/** Translates the name of a form's field; one that is not known stays as it is. */
export const translateFieldName = (name: string): string => useLanguage.getState().fieldWords?.[name] ?? name

/** Formats a number in the current language. */
export const showNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(useLanguage.getState().locale, options)

/** Formats a list of names, with "and" before the last. */
export const showList = (names: readonly string[]): string =>
  new Intl.ListFormat(useLanguage.getState().locale).format(names)

/** Whether a stored key is still that of a text. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(english, key)

/**
 * Calls the listener now and on every language change, for texts held outside React such as command titles.
 */
export function followLanguage(listener: () => void): void {
  listener()
  useLanguage.subscribe(listener)
}

/** The language requested last. */
let wanted = 'en'

/** Milliseconds before each retry of a failed load: a browser ends all requests when the machine's network changes. */
const RETRIES_MS = [700, 3_000]

async function loadPatiently(load: () => Promise<Language>): Promise<Language> {
  for (const wait of RETRIES_MS) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return load()
}

/** Switches the language; falls back to English if it is unknown. */
export async function setLanguage(locale: string): Promise<void> {
  const load = loaders[locale] ?? loaders['en']
  wanted = locale
  if (
    load === undefined ||
    (locale === useLanguage.getState().locale && document.documentElement.lang === locale)
  )
    return
  const { catalogue, sentences, serverWords: words, serverSentences, fieldWords } = await loadPatiently(load)
  // Another language was chosen while this one was loading.
  if (wanted !== locale) return
  document.documentElement.lang = locale
  useLanguage.setState({
    locale,
    t: makeText(locale, { ...english, ...catalogue }),
    sentences,
    serverWords: words,
    serverSentences,
    fieldWords,
  })
}

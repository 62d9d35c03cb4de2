import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { messageAreas } from '../../../renderer/benches.ts'
import '../messages.ts'
import { text, type MessageKey } from '../../../renderer/i18n/text.ts'

const english: Readonly<Record<string, string>> = Object.assign({}, ...messageAreas.map(({ en }) => en))
const chinese: Readonly<Record<string, string>> = Object.assign(
  {},
  ...(await Promise.all(messageAreas.map(({ zh }) => zh()))),
)

/** Placeholder names of an ICU message, without those inside plural branches. */
function placeholders(message: string): string[] {
  const plain = message.replaceAll(/'\{[^}]*\}'/g, '')
  return [...new Set([...plain.matchAll(/\{(\w+)(?=[,}])/g)].map((match) => match[1] ?? ''))].sort()
}

describe.each([
  ['en', english],
  ['zh', chinese],
])('the catalogue %s', (locale, catalogue) => {
  // An invalid message would crash a whole view.
  it('has only texts that can be shown', () => {
    const wrong = Object.entries(catalogue).flatMap(([key, message]) => {
      if (!message.includes('{')) return []
      try {
        const values = Object.fromEntries(placeholders(message).map((name) => [name, 1]))
        return String(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).format(values))
          ? []
          : [key]
      } catch (error) {
        return [`${key}: ${String(error)}`]
      }
    })
    expect(wrong).toEqual([])
  })
})

describe('the Chinese catalogue', () => {
  it('has a text for every key, and for no other', () => {
    expect(Object.keys(english).filter((key) => !(key in chinese))).toEqual([])
    expect(Object.keys(chinese).filter((key) => !(key in english))).toEqual([])
  })

  it.each(Object.keys(chinese))('%s fills only placeholders that exist', (key) => {
    const known = placeholders(english[key] ?? '')
    expect(placeholders(chinese[key] ?? '').filter((name) => !known.includes(name))).toEqual([])
  })
})

// Simple messages are filled without ICU; the result must be the same.
describe('the short way of filling a text', () => {
  it.each([
    ['words', 'a {b} $& c'],
    ['numbers', 12_345.6],
  ])('shows the same as ICU, with %s', (_, value) => {
    const differing = Object.entries(english).filter(([key, message]) => {
      if (!message.includes('{')) return false
      const values = Object.fromEntries(
        placeholders(message).map((name) => [name, /plural|number/.test(message) ? 2 : value]),
      )
      const icu = new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).format(values)
      return text(key as MessageKey, values) !== String(icu)
    })
    expect(differing).toEqual([])
  })
})

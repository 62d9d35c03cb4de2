import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkOf, MAX_LINK_CHARACTERS, parseLink } from '../../../renderer/query/links/deep-link.ts'

describe('deep links', () => {
  it('are read', () => {
    expect(
      parseLink('orrery://query?text=.model%20%7C%20limit%201&limit=5&range=1h&param.q=x&evil=1'),
    ).toEqual({
      text: '.model | limit 1',
      title: undefined,
      parameters: { q: 'x' },
      limit: 5,
      timeRange: { preset: '1h' },
    })
  })

  it.each([
    ['another scheme', 'https://query?text=.model'],
    ['another place', 'orrery://settings?text=.model'],
    ['no text', 'orrery://query?limit=5'],
    ['blank text', 'orrery://query?text=%20'],
    ['no address', 'hello'],
    ['too long', `orrery://query?text=${'a'.repeat(MAX_LINK_CHARACTERS)}`],
  ])('%s is refused', (_, link) => {
    expect(parseLink(link)).toBeUndefined()
  })

  it.each(['0', '-1', 'x', '1.5'])('limit %s is ignored', (limit) => {
    expect(parseLink(`orrery://query?text=.model&limit=${limit}`)?.limit).toBeUndefined()
  })

  it('come back as they went', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200 }), fc.nat(999), (text, limit) => {
        fc.pre(text.trim() !== '')
        const tab = { text: text.trim(), title: 'T', parameters: { a: 'ü&=' }, limit: limit + 1 }
        expect(parseLink(linkOf(tab))).toMatchObject({
          text: tab.text,
          parameters: tab.parameters,
          limit: limit + 1,
        })
      }),
    )
  })
})

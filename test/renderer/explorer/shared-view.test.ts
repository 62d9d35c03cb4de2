import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SharedView } from '#shared/documents/explorer.ts'
import {
  linkOfView,
  readViewCode,
  readViewFile,
  viewFile,
} from '../../../renderer/explorer/exchange/shared-view.ts'
import { storedSnapshotOf } from '../../../renderer/explorer/saved-views/parse-view.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import '../messages.ts'
import { missingSentence } from '../../../renderer/explorer/panels/work-strip.tsx'
import { useWorkbench } from '../../../renderer/app/workbench.ts'

const viewOf = (title: string, keys: readonly string[], tab: SharedView['tab'] = 'model'): SharedView => ({
  orrery: 'view',
  version: 1,
  title,
  tab,
  workspace: 'demo',
  look: storedSnapshotOf(
    { ...initialView, notes: new Map(keys.map((key) => [key, `about ${key}`])) },
    {
      positions: new Map(keys.map((key, at) => [key, { x: at * 10, y: at - 7 }])),
      ways: new Map(keys.slice(0, 5).map((key, at) => [key, [at, 1, at, 2, at - 9, 2]])),
    },
    tab === 'runtime' ? keys : [],
  ),
})

const codeOf = (link: string): string => decodeURIComponent(link.slice(link.indexOf('/view/') + 6))
const code = (content: string): string => deflateRawSync(content).toString('base64url')
const plain = viewFile(viewOf('plain', ['a/b/c']))
const changed = (change: Record<string, unknown>): string =>
  JSON.stringify({ ...(JSON.parse(plain) as object), ...change })
/** Keys that compress badly, like those of entities. */
const entities = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `d/t/${(at * 2_654_435_761 + 12_345).toString(36).repeat(4)}`)

// Links of the desktop app need no page.
beforeAll(() => useWorkbench.setState({ capabilities: { host: 'desktop' } as never }))

describe('a view that travels', () => {
  it('comes back from a file and from a link as it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 100, unit: 'binary' }),
        fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 20 }),
        fc.constantFrom('model' as const, 'runtime' as const),
        async (title, keys, tab) => {
          const view = viewOf(
            title,
            keys.filter((key) => key !== '__proto__'),
            tab,
          )
          expect(readViewFile(viewFile(view))).toEqual(view)
          expect(await readViewCode(codeOf(await linkOfView(view)))).toEqual(view)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('holds nothing but what belongs to a view', () => {
    expect(viewFile({ ...viewOf('a', []), id: 'x', token: 'secret' } as SharedView)).not.toContain('secret')
  })

  it('leaves positions out of a link that would be too long, and keeps notes', async () => {
    const keys = entities(4000)
    const view = { ...viewOf('large', keys) }
    const bare = { ...view, look: { ...view.look, notes: { [keys[0] ?? '']: 'here' } } }
    const link = await linkOfView(bare)
    expect(link.length).toBeLessThan(25_000)
    const { look } = await readViewCode(codeOf(link))
    expect(look.positions).toEqual([])
    expect(look.notes).toEqual(bare.look.notes)
  })

  it('is no link where what it shows would be left out', async () => {
    await expect(linkOfView(viewOf('large', entities(4000), 'runtime'))).rejects.toMatchObject({
      code: 'VIEW_TOO_LARGE',
    })
  })
})

describe('what is no view', () => {
  it.each([
    ['nothing', '', 'VIEW_UNREADABLE'],
    ['half a file', plain.slice(0, -20), 'VIEW_UNREADABLE'],
    ['another JSON', '{"kind":"entity_set"}', 'VIEW_UNREADABLE'],
    ['null', 'null', 'VIEW_UNREADABLE'],
    ['a list', '[1]', 'VIEW_UNREADABLE'],
    ['one of a newer format', changed({ version: 2, look: 7 }), 'VIEW_NEWER'],
    ['an unknown tab', changed({ tab: 'secrets' }), 'VIEW_UNREADABLE'],
    ['a title without end', changed({ title: 'x'.repeat(201) }), 'VIEW_UNREADABLE'],
    ['a place out of the world', changed({ look: { positions: [['a', 1e300, 0]] } }), 'VIEW_UNREADABLE'],
    ['a pin out of the world', changed({ look: { pins: { a: [0, -1e9] } } }), 'VIEW_UNREADABLE'],
    ['a time that is none', changed({ range: { from: 'yesterday' } }), 'VIEW_UNREADABLE'],
  ])('%s is refused', async (_, content, refusal) => {
    expect(() => readViewFile(content)).toThrow(expect.objectContaining({ code: refusal }))
    await expect(readViewCode(code(content))).rejects.toMatchObject({ code: refusal })
  })

  it.each([
    ['no base64', '%%%'],
    ['nothing packed', 'AAAA'],
    ['a bomb of 200 MB', deflateRawSync(Buffer.alloc(200_000_000)).toString('base64url')],
  ])('a link with %s is refused', async (_, broken) => {
    await expect(readViewCode(broken)).rejects.toMatchObject({ code: 'VIEW_UNREADABLE' })
  })

  it('of any text does no harm', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (content) => {
        expect(() => readViewFile(content)).toThrow(expect.objectContaining({ code: 'VIEW_UNREADABLE' }))
      }),
    )
  })
})

it('a view of another model is said to be of one', () => {
  const lacking = { title: 'Payments', workspace: 'prod', missing: ['a/b/c', 'a/d/c'] }
  const view = viewOf('Payments', lacking.missing)
  expect(missingSentence({ ...lacking, view })).toMatch(
    /^“Payments” from workspace prod is of another model.*2 things/,
  )
  expect(missingSentence({ ...lacking, view }, false)).toBe(
    '“Payments” from workspace prod did not fit the model that was chosen before.',
  )
  expect(missingSentence(lacking)).toContain('a/b/c, a/d/c')
})

it('what a view names from elsewhere shows its invisible characters', () => {
  const sentence = missingSentence({
    title: 'safe\u202egpj.exe',
    workspace: 'a\u2066b',
    missing: ['d/d.a/\u202ex'],
  })
  expect(sentence).toMatch(/safe⟨202E⟩gpj\.exe.*a⟨2066⟩b.*d\/d\.a\/⟨202E⟩x/)
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Cell } from '../../../renderer/query/results/table/cell.tsx'
import type { Reference } from '../../../renderer/spl/references.ts'

const ID = 'a'.repeat(32)
const TEAM: Reference = {
  kind: 'entity',
  domain: 'devops',
  type: 'devops.team',
  id: ID,
  key: `devops/devops.team/${ID}`,
  name: undefined,
}

const textOf = (value: unknown, reference?: Reference, name?: string, words?: string): string => {
  const nothing = (): void => undefined
  const html = renderToStaticMarkup(
    createElement(Cell, {
      id: 'cell',
      column: 0,
      value,
      words,
      reference,
      nameOf: () => name,
      active: false,
      selected: false,
      sticky: undefined,
      onPointerDown: nothing,
      onPointerEnter: nothing,
      onDoubleClick: nothing,
    }),
  )
  return html.replaceAll(/<svg.*?<\/svg>|<[^>]*>/g, '')
}

describe('a cell of a result shows', () => {
  it.each([
    ['a text', textOf('plain'), 'plain'],
    ['nothing', textOf(null), '–'],
    ['what a value means', textOf(1_700_000_000, undefined, undefined, '11/14/2023'), '11/14/2023'],
    ['what would turn a text around', textOf('a\u202Egnp.exe'), 'a⟨202E⟩gnp.exe'],
    ['what would turn a name around', textOf(ID, TEAM, 'a\u202Egnp.exe'), 'a⟨202E⟩gnp.exedevops.team'],
    ['an entity without a name by the beginning of its id', textOf(ID, TEAM), 'aaaaaaaa…devops.team'],
    [
      'a path with its relations',
      textOf(
        [],
        {
          kind: 'several',
          parts: [{ ...TEAM, name: 'Ann' }, { kind: 'relation', type: 'owns' }, TEAM],
        },
        'Bo',
      ),
      'Anndevops.teamownsBodevops.team',
    ],
    [
      'how much of a long list is not drawn',
      textOf([], {
        kind: 'several',
        parts: Array.from({ length: 14 }, () => ({ kind: 'relation', type: 'a' })),
      }),
      `${'a'.repeat(12)}+2`,
    ],
    [
      'of a type what would hide in it',
      textOf('x', { kind: 'relation', type: 'ca\u200Blls' }),
      'ca⟨200B⟩lls',
    ],
  ])('%s', (_, shown, text) => expect(shown).toBe(text))

  it('a bounded beginning of a long name', () => {
    expect(textOf(ID, TEAM, 'x'.repeat(10_000)).length).toBeLessThan(600)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNavigationPending, readAddress, stepTo, writeAddress } from '../../../renderer/app/address.ts'

describe('an address', () => {
  it.each<[string, string | undefined, string[]]>([
    ['', undefined, []],
    ['#', undefined, []],
    ['#/console', 'console', []],
    ['#/console/', 'console', []],
    ['#/console/everything/tools', 'console', ['everything', 'tools']],
    ['#/sandboxes/local%2Fbox-1/files', 'sandboxes', ['local/box-1', 'files']],
    ['#/console/%E0%A4%A', 'console', ['%E0%A4%A']],
    ['#/query?text=.model', 'query', []],
    ['#/explorer/model?connection=', 'explorer', ['model']],
  ])('%s is read', (hash, bench, place) => {
    expect(readAddress(hash)).toEqual({ bench, place })
  })

  const word = fc.string({ minLength: 1, unit: 'grapheme' })

  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(word), fc.option(word, { nil: undefined }), (place, connection) => {
        const named = connection === undefined ? {} : { connection }
        expect(readAddress(writeAddress('explorer', place, connection))).toEqual({
          bench: 'explorer',
          place,
          ...named,
        })
      }),
    )
  })
})

describe('what is shown comes into the address', () => {
  it.each([
    ['#/console/a/tools', '#/console/a/tools', undefined],
    ['#/console/a/tools', '#/console', 'replaceState'],
    ['#/console/a/tools', '#/console/a', 'replaceState'],
    ['#/console/a/tools', '#/console/a/log', 'pushState'],
    ['#/console/a/tools', '', 'replaceState'],
    ['#/console/a/tools', '#/query', 'replaceState'],
    ['#/explorer/model?connection=b', '#/explorer/model', 'replaceState'],
    ['#/explorer/model/x?connection=b', '#/explorer/model?connection=b', 'replaceState'],
    ['#/explorer/model?connection=b', '#/explorer/model?connection=a', 'pushState'],
    ['#/explorer/model/y?connection=b', '#/explorer/model/x?connection=b', 'pushState'],
  ])('%s from %s: %s', (shown, hash, step) => {
    expect(stepTo(shown, hash)).toBe(step)
  })

  it('replaces the former place of a bench that was opened with another', () => {
    expect(stepTo('#/explorer/runtime?connection=b', '#/explorer/model?connection=b', false)).toBe(
      'replaceState',
    )
  })
})

it.each([
  ['nothing was settled yet', undefined, '#/sandboxes/local/images', false],
  ['it stands as it was left', '#/sandboxes/local', '#/sandboxes/local', false],
  ['another place is asked for', '#/sandboxes/local', '#/sandboxes/local/images', true],
  ['the bench alone is asked for', '#/sandboxes/local', '#/sandboxes', false],
  ['another connection is asked for', '#/sandboxes/local', '#/sandboxes?connection=b', true],
  ['another bench is asked for', '#/sandboxes/local', '#/explorer/model', true],
  ['another bench is asked for before anything was settled', undefined, '#/explorer', true],
  ['nothing is asked for', '#/sandboxes/local', '', false],
])('whether another place is asked for where %s', (_, settled, hash, expected) => {
  expect(isNavigationPending(settled, hash, 'sandboxes')).toBe(expected)
})

import { describe, expect, it } from 'vitest'
import {
  chosenRows,
  type FileOrder,
  marked,
  outermost,
  rowsOf,
  type Tree,
} from '../../../renderer/sandboxes/files/tree-store.ts'

const entry = (name: string, size = 0, modified = 0, kind: 'file' | 'folder' | 'link' = 'file') => ({
  name,
  kind,
  size,
  modified,
  mode: '644',
  owner: 'root',
})
const tree: Tree = {
  root: '/w',
  open: new Set(['/w', '/w/dir']),
  folders: {
    '/w': {
      loading: false,
      entries: [entry('dir', 9, 9, 'folder'), entry('a', 3, 1), entry('b', 1, 3), entry('c', 2, 2)],
    },
    '/w/dir': { loading: false, entries: [entry('x'), entry('y')] },
  },
}
const names = (given: Tree) => rowsOf(given).map(({ path }) => path.replace('/w/', ''))
const chosen = (given: Tree) => chosenRows(given).map(({ path }) => path.replace('/w/', ''))

describe('the order of files', () => {
  it.each<[FileOrder, string[]]>([
    [{ by: 'name', isDown: false }, ['dir', 'dir/x', 'dir/y', 'a', 'b', 'c']],
    [{ by: 'name', isDown: true }, ['dir', 'dir/y', 'dir/x', 'c', 'b', 'a']],
    [{ by: 'size', isDown: false }, ['dir', 'dir/x', 'dir/y', 'b', 'c', 'a']],
    [{ by: 'size', isDown: true }, ['dir', 'dir/x', 'dir/y', 'a', 'c', 'b']],
    [{ by: 'modified', isDown: true }, ['dir', 'dir/x', 'dir/y', 'b', 'c', 'a']],
  ])('%j keeps folders first, and what is in them below them', (order, expected) => {
    expect(names({ ...tree, order })).toEqual(expected)
  })
})

describe('what is chosen', () => {
  type Step = readonly ['only' | 'toggle' | 'range', string]
  const after = (steps: readonly Step[]): Tree => {
    let now = tree
    for (const [how, name] of steps) {
      const path = `/w/${name}`
      const only = { selected: path, anchor: path, marked: undefined }
      now = Object.assign({}, now, how === 'only' ? only : marked(now, path, how))
    }
    return now
  }
  it.each<[readonly Step[], string[]]>([
    [[], []],
    [[['only', 'b']], ['b']],
    [
      [
        ['only', 'a'],
        ['toggle', 'c'],
      ],
      ['a', 'c'],
    ],
    [
      [
        ['only', 'a'],
        ['toggle', 'c'],
        ['toggle', 'a'],
      ],
      ['c'],
    ],
    [
      [
        ['only', 'a'],
        ['toggle', 'a'],
      ],
      [],
    ],
    [[['toggle', 'b']], ['b']],
    [
      [
        ['only', 'a'],
        ['range', 'c'],
      ],
      ['a', 'b', 'c'],
    ],
    [
      [
        ['only', 'c'],
        ['range', 'dir/y'],
      ],
      ['dir/y', 'a', 'b', 'c'],
    ],
    [
      [
        ['only', 'b'],
        ['range', 'c'],
        ['range', 'a'],
      ],
      ['a', 'b'],
    ],
    [
      [
        ['only', 'a'],
        ['toggle', 'c'],
        ['range', 'b'],
      ],
      ['b', 'c'],
    ],
    [[['range', 'b']], ['b']],
    [
      [
        ['only', 'a'],
        ['range', 'c'],
        ['only', 'b'],
      ],
      ['b'],
    ],
  ])('after %j is %j', (steps, expected) => {
    expect(chosen(after(steps))).toEqual(expected)
  })
  it('is a range in the order that is shown', () => {
    const bySize: Tree = { ...tree, order: { by: 'size', isDown: false }, selected: '/w/b', anchor: '/w/b' }
    expect(chosen({ ...bySize, ...marked(bySize, '/w/a', 'range') })).toEqual(['b', 'c', 'a'])
  })
  it('is removed once: what a folder holds goes with it', () => {
    expect(outermost(['/a', '/a/b', '/ab', '/c/d'])).toEqual(['/a', '/ab', '/c/d'])
  })
})

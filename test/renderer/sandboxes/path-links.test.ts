import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absolutePath, namedFiles } from '../../../renderer/sandboxes/screen/path-links.ts'

describe('files in what programs print', () => {
  it.each([
    ['./a.py:2:5: error', [['./a.py', 2, 5]]],
    ['  File "/tmp/my dir/b.py", line 12, in f', [['/tmp/my dir/b.py', 12, 0]]],
    ['src/main.c:10: warning', [['src/main.c', 10, 0]]],
    ['a.py:3', [['a.py', 3, 0]]],
    [
      'modified: src/x.ts and lib/y.ts',
      [
        ['src/x.ts', 0, 0],
        ['lib/y.ts', 0, 0],
      ],
    ],
    [
      'see /etc/hosts and ~/notes.md',
      [
        ['/etc/hosts', 0, 0],
        ['~/notes.md', 0, 0],
      ],
    ],
    ['a sentence. Another, e.g. this', []],
    ['version 1.2.3 of node.js', []],
    ['https://example.org/a/b.html:80', []],
    ['12:30:45', []],
    ['', []],
  ] as const)('%s', (text, files) => {
    expect(namedFiles(text).map(({ file }) => [file.path, file.line, file.column])).toEqual(files)
  })

  it('are where they say, whatever the line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 120 }), (text) => {
        let last = 0
        for (const { from, to } of namedFiles(text)) {
          expect(from).toBeGreaterThanOrEqual(last)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
          last = to
        }
      }),
    )
  })

  it.each([
    ['a.py', '/work', undefined, '/work/a.py'],
    ['./a.py', '/work', undefined, '/work/a.py'],
    ['../b/c', '/work/a', undefined, '/work/b/c'],
    ['~/n.md', '/work', '/root', '/root/n.md'],
    ['/etc//hosts', '/work', undefined, '/etc/hosts'],
    ['../../../x', '/a', undefined, '/x'],
  ])('%s in %s is %s', (path, cwd, home, whole) => {
    expect(absolutePath(path, cwd, home)).toBe(whole)
  })
})

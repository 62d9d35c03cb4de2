import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportRows, type Format } from '../../../renderer/query/results/export.ts'

const rows = [
  { name: 'plain', note: 'a,b' },
  { name: 'say "hi"', note: 'two\nlines' },
  { name: null, note: { deep: [1] } },
  { note: 'tab\there | bar' },
]

describe('exports', () => {
  it.each<[Format, string]>([
    [
      'csv',
      'name,note\r\nplain,"a,b"\r\n"say ""hi""","two\nlines"\r\n,"{""deep"":[1]}"\r\n,tab\there | bar\r\n',
    ],
    ['tsv', 'name\tnote\nplain\ta,b\nsay "hi"\ttwo\\nlines\n\t{"deep":[1]}\n\ttab\\there | bar\n'],
    [
      'ndjson',
      '{"name":"plain","note":"a,b"}\n{"name":"say \\"hi\\"","note":"two\\nlines"}\n{"name":null,"note":{"deep":[1]}}\n{"name":null,"note":"tab\\there | bar"}\n',
    ],
    [
      'markdown',
      '| name | note |\n| --- | --- |\n| plain | a,b |\n| say "hi" | two<br>lines |\n|  | {"deep":[1]} |\n|  | tab\there \\| bar |\n',
    ],
  ])('%s', (format, expected) => {
    expect(exportRows(format, ['name', 'note'], rows)).toBe(expected)
  })

  it('gives JSON back whole', () => {
    expect(JSON.parse(exportRows('json', ['note'], rows))).toEqual(rows.map(({ note }) => ({ note })))
  })

  it('writes CSV that reads back as it was', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ') })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (cells) => {
        const text = exportRows(
          'csv',
          ['x', 'y'],
          cells.map(([x, y]) => ({ x, y })),
        )
        expect(readCsv(text).slice(1)).toEqual(cells)
      }),
    )
  })
})

/** A reader of RFC 4180, written apart from the writer. */
function readCsv(text: string): string[][] {
  const records: string[][] = [[]]
  let field = ''
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') {
      for (at++; at < text.length; at++) {
        if (text[at] !== '"') field += text[at]
        else if (text[at + 1] === '"') field += text[at++]
        else break
      }
    } else if (text[at] === ',' || (text[at] === '\r' && text[at + 1] === '\n')) {
      records.at(-1)?.push(field)
      field = ''
      if (text[at] === '\r') {
        at++
        records.push([])
      }
    } else field += text[at]
  }
  return records.slice(0, -1)
}

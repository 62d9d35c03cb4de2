import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportRows } from '../../../renderer/query/results/export.ts'
import type { Format } from '../../../renderer/query/results/views.ts'

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

  it.each<[string, unknown, string, string, string]>([
    ['a formula', '=1+1', "'=1+1", "'=1+1", '=1+1'],
    [
      'a formula with a comma',
      '=HYPERLINK("x","y")',
      `"'=HYPERLINK(""x"",""y"")"`,
      `'=HYPERLINK("x","y")`,
      '=HYPERLINK("x","y")',
    ],
    ['a plus', '+cmd', "'+cmd", "'+cmd", '+cmd'],
    ['a minus', '-2+3', "'-2+3", "'-2+3", '-2+3'],
    ['an at', '@SUM(A1)', "'@SUM(A1)", "'@SUM(A1)", '@SUM(A1)'],
    ['a formula behind blanks', '\t=1', "'\t=1", "'\\t=1", '\t=1'],
    ['a full-width formula', '＝1', "'＝1", "'＝1", '＝1'],
    ['a negative number', -5, '-5', '-5', '-5'],
    ['a negative number as text', '-1.5e-3', '-1.5e-3', '-1.5e-3', '-1.5e-3'],
    ['a telephone number', '+4930123', '+4930123', '+4930123', '+4930123'],
    ['an apostrophe', "it's", "it's", "it's", "it's"],
    ['quotes', 'say "hi"', '"say ""hi"""', 'say "hi"', 'say "hi"'],
    ['only a quote', '"', '""""', '"', '"'],
    ['a Windows line break', 'a\r\nb', '"a\r\nb"', 'a\\r\\nb', 'a<br>b'],
    ['an old line break', 'a\rb', '"a\rb"', 'a\\rb', 'a<br>b'],
    ['a tab', 'a\tb', 'a\tb', 'a\\tb', 'a\tb'],
    ['a backslash', 'C:\\temp', 'C:\\temp', 'C:\\\\temp', 'C:\\\\temp'],
    ['a bar', 'a|b', 'a|b', 'a|b', 'a\\|b'],
    ['Chinese and an emoji', '支付网关 🛰️', '支付网关 🛰️', '支付网关 🛰️', '支付网关 🛰️'],
    ['right-to-left text', 'שירות', 'שירות', 'שירות', 'שירות'],
    ['markup', '<b>*x*</b> `y`', '<b>*x*</b> `y`', '<b>*x*</b> `y`', '\\<b>\\*x\\*\\</b> \\`y\\`'],
    ['a link', '[a](b)', '[a](b)', '[a](b)', '[a]\\(b)'],
    ['an entity', '&lt; & co', '&lt; & co', '&lt; & co', '&amp;lt; & co'],
    [
      'underscores',
      '__id__ display_name',
      '__id__ display_name',
      '__id__ display_name',
      '\\_\\_id\\_\\_ display_name',
    ],
    [
      'nested JSON',
      { a: ['x', { b: null }] },
      '"{""a"":[""x"",{""b"":null}]}"',
      '{"a":["x",{"b":null}]}',
      '{"a":["x",{"b":null}]}',
    ],
    ['JSON within a text', '{"a":1}', '"{""a"":1}"', '{"a":1}', '{"a":1}'],
    ['a list', [1, 'two'], '"[1,""two""]"', '[1,"two"]', '[1,"two"]'],
    ['true', true, 'true', 'true', 'true'],
    ['zero', 0, '0', '0', '0'],
    ['a long whole number', '9007199254740993', '9007199254740993', '9007199254740993', '9007199254740993'],
    ['nothing', null, '', '', ''],
    ['the empty text', '', '', '', ''],
  ])('of %s', (_, value, csv, tsv, markdown) => {
    const one = (format: Format): string => exportRows(format, ['x'], [{ x: value }])
    expect(one('csv')).toBe(`x\r\n${csv}\r\n`)
    expect(one('tsv')).toBe(`x\n${tsv}\n`)
    expect(one('markdown')).toBe(`| x |\n| --- |\n| ${markdown} |\n`)
    expect(JSON.parse(one('json'))).toEqual([{ x: value }])
    expect(JSON.parse(one('ndjson'))).toEqual({ x: value })
  })

  it('of column names that are as tricky as values', () => {
    const row = { '=a': 1, 'b,"c"': 2, 'd|_e': 3 }
    const columns = Object.keys(row)
    expect(exportRows('csv', columns, [row])).toBe(`'=a,"b,""c""",d|_e\r\n1,2,3\r\n`)
    expect(exportRows('markdown', columns, [row])).toBe(
      '| =a | b,"c" | d\\|\\_e |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n',
    )
  })

  it.each<[Format, string]>([
    ['csv', 'x\r\n'],
    ['tsv', 'x\n'],
    ['json', '[]\n'],
    ['ndjson', ''],
    ['markdown', '| x |\n| --- |\n'],
  ])('as %s of no rows', (format, expected) => {
    expect(exportRows(format, ['x'], [])).toBe(expected)
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

/** An RFC 4180 reader, independent of the writer. */
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

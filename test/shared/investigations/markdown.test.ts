import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Content,
  clean,
  contentSchema,
  MAX_CELLS,
  MAX_TEXT_CHARACTERS,
  type Result,
} from '#shared/investigations/cell.ts'
import { MAX_FILE_CHARACTERS, readInvestigation, UnreadableFile } from '#shared/investigations/read.ts'
import { csvRows, csvText, tableLines, tableValues } from '#shared/investigations/table.ts'
import { writeInvestigation } from '#shared/investigations/write.ts'

/** Texts made of what means something in Markdown, CSV, JSON or Mermaid, and of anything else. */
const sign = fc.constantFrom(
  '`',
  '```',
  '````spl',
  '~~~',
  '|',
  '\\',
  '\n',
  '\n\n',
  '<br>',
  '-->',
  '<!--',
  '<!-- orrery:',
  '#',
  '# ',
  'result {"kind":"table","at":1} -->',
  '```sh',
  '```markdown {"note":true}',
  '--',
  '&#32;',
  '"',
  ',',
  ' ',
  '\t',
  '> ',
  '- ',
  '{',
  '}',
  '%% ["a","b","c"]',
  'a',
  '名',
  '🙂',
  '*',
  '_',
  '[x](y)',
  '$',
  '<!-- orrery:note -->',
)
const texts = fc
  .oneof(
    fc.array(sign, { maxLength: 12 }).map((signs) => signs.join('')),
    fc.string({ maxLength: 20, unit: 'grapheme' }),
  )
  .map(clean)
const lineText = texts.map((text) => text.replaceAll('\n', ' ').trim())
const moment = fc.nat()
const places = fc.array(fc.nat(20), { maxLength: 3 })
const change = fc.option(
  fc.record({
    since: moment,
    added: places,
    changed: places,
    removed: fc.array(fc.array(texts, { maxLength: 2 }), { maxLength: 2 }),
  }),
  { nil: undefined },
)

const rows = fc
  .record({
    kind: fc.constantFrom('table' as const, 'logs' as const, 'series' as const),
    at: moment,
    change,
    columns: fc.array(texts, { maxLength: 3 }),
    count: fc.nat(3),
    total: fc.option(fc.nat(), { nil: undefined }),
  })
  .chain(({ count, ...result }) =>
    fc.record({
      ...Object.fromEntries(Object.entries(result).map(([name, value]) => [name, fc.constant(value)])),
      rows: fc.array(
        fc.array(texts, { minLength: result.columns.length, maxLength: result.columns.length }),
        result.columns.length === 0 ? { maxLength: 0 } : { minLength: count, maxLength: count },
      ),
    }),
  ) as fc.Arbitrary<Result>
const graph = fc
  .record({
    kind: fc.constant('graph' as const),
    at: moment,
    change,
    nodes: fc.array(fc.record({ key: texts, type: texts, label: texts }), { minLength: 1, maxLength: 3 }),
    edges: fc.array(fc.record({ from: fc.nat(2), to: fc.nat(2), label: texts }), { maxLength: 3 }),
  })
  .map((result): Result => {
    const last = result.nodes.length - 1
    const within = (place: number): number => Math.min(place, last)
    return {
      ...result,
      edges: result.edges.map((edge) => ({ ...edge, from: within(edge.from), to: within(edge.to) })),
    }
  })
const output = fc.record({
  kind: fc.constant('output' as const),
  at: moment,
  change,
  text: texts,
  exitCode: fc.option(fc.integer()),
})
const failure = fc.record({
  kind: fc.constant('failure' as const),
  at: moment,
  code: lineText.filter((text) => text !== '' && text.length <= 100),
  message: texts,
})
const result = fc.oneof(rows, graph, output, failure)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const cell: fc.Arbitrary<Content> = fc.oneof(
  fc.record({ kind: fc.constant('note' as const), text: texts }),
  fc.record({
    kind: fc.constant('query' as const),
    text: texts,
    connection: maybe(texts),
    range: maybe(fc.record({ preset: texts, from: texts })),
    parameters: maybe(
      fc.dictionary(
        texts.filter((name) => name !== '__proto__'),
        texts,
        { maxKeys: 2 },
      ),
    ),
    as: maybe(fc.constant('graph' as const)),
    result: maybe(result),
  }),
  fc.record({
    kind: fc.constant('command' as const),
    text: texts,
    sandbox: maybe(texts),
    result: maybe(result),
  }),
  fc.record({ kind: fc.constant('graph' as const), text: texts, result: maybe(graph) }),
)
const title = lineText.filter((text) => text !== '')

/** As JSON keeps it: without members that are not there. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('an investigation as Markdown', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(title, fc.array(cell, { maxLength: 6 }), (name, cells) => {
        const text = writeInvestigation(name, cells)
        expect(plain(readInvestigation(text, 'x'))).toEqual(plain({ title: name, cells }))
        // What a program on Windows makes of it is the same.
        expect(plain(readInvestigation(text.replaceAll('\n', '\r\n'), 'x').cells)).toEqual(plain(cells))
      }),
      { numRuns: 500 },
    )
  })

  it('is written as it was read', () => {
    fc.assert(
      fc.property(texts, (file) => {
        const read = readInvestigation(file, 'x.md')
        expect(plain(readInvestigation(writeInvestigation(read.title, read.cells), 'x'))).toEqual(plain(read))
      }),
      { numRuns: 500 },
    )
  })

  it('can be anybody’s file, whose fences of SPL and of shells become cells', () => {
    const file = [
      'Runbook of ours',
      '===============',
      '',
      '```yaml',
      '```spl',
      '```',
      '```spl',
      '.entity | limit 5',
      '```',
      '- in a list:',
      '  ```spl',
      '  .topo',
      '  ```',
      '````md',
      '```sh',
      'rm -rf /',
      '```',
      '````',
      '```bash',
      'ls',
    ].join('\n')
    expect(readInvestigation(file, 'runbook.md')).toEqual({
      title: 'runbook',
      cells: [
        { kind: 'note', text: 'Runbook of ours\n===============\n\n```yaml\n```spl\n```' },
        { kind: 'query', text: '.entity | limit 5' },
        {
          kind: 'note',
          text: '- in a list:\n  ```spl\n  .topo\n  ```\n````md\n```sh\nrm -rf /\n```\n````',
        },
        { kind: 'command', text: 'ls' },
      ],
    })
  })

  it('shows its results to every reader', () => {
    const text = writeInvestigation('Payment is slow', [
      { kind: 'note', text: 'It began at **nine**.' },
      {
        kind: 'query',
        text: '.entity',
        connection: 'sample',
        result: { kind: 'table', at: 5, columns: ['name', 'a|b'], rows: [['x*y', '1']], total: 7 },
      },
      {
        kind: 'graph',
        text: 'The path',
        result: {
          kind: 'graph',
          at: 6,
          nodes: [
            { key: 'a/b/c', type: 'b', label: 'payment "gateway"' },
            { key: 'a/b/d', type: 'b', label: 'cart' },
          ],
          edges: [{ from: 0, to: 1, label: 'calls' }],
        },
      },
      { kind: 'command', text: 'ls', result: { kind: 'output', at: 7, text: 'a\nb', exitCode: 0 } },
    ])
    expect(text).toMatchInlineSnapshot(`
      "# Payment is slow

      <!-- orrery:investigation 1 -->

      It began at **nine**.

      \`\`\`spl {"connection":"sample"}
      .entity
      \`\`\`

      <!-- orrery:result {"kind":"table","at":5,"total":7} -->

      | name | a\\|b |
      | --- | --- |
      | x\\*y | 1 |

      <!-- orrery:graph {"text":"The path"} -->

      <!-- orrery:result {"kind":"graph","at":6} -->

      \`\`\`mermaid
      flowchart LR
        %% ["a/b/c","b","payment \\"gateway\\""]
        n0["payment #34;gateway#34;"]
        %% ["a/b/d","b","cart"]
        n1["cart"]
        %% [0,1,"calls"]
        n0 -->|"calls"| n1
      \`\`\`

      \`\`\`sh
      ls
      \`\`\`

      <!-- orrery:result {"kind":"output","at":7,"exitCode":0} -->

      \`\`\`text
      a
      b
      \`\`\`
      "
    `)
  })

  it.each([
    ['more characters than a file has', 'x'.repeat(MAX_FILE_CHARACTERS + 1), 'size'],
    ['more cells', '```spl\n```\n'.repeat(MAX_CELLS + 1), 'cells'],
    ['a longer query', `\`\`\`spl\n${'x'.repeat(MAX_TEXT_CHARACTERS + 1)}`, 'text'],
    ['a later format', '# A\n\n<!-- orrery:investigation 2 -->', 'version'],
  ])('is refused with %s', (_, file, why) => {
    expect(() => readInvestigation(file, 'x')).toThrow(expect.objectContaining({ why }) as UnreadableFile)
  })

  it('reads hostile nesting a line at a time', () => {
    const file = Array.from({ length: 60_000 }, (_, at) => `${'`'.repeat(3 + (at % 40))}spl`).join('\n')
    expect(() => readInvestigation(file, 'x')).toThrow(UnreadableFile)
    const deep = `\`\`\`spl ${'['.repeat(100_000)}\n.entity\n\`\`\``
    expect(readInvestigation(deep, 'x').cells).toEqual([{ kind: 'query', text: '.entity' }])
  })

  it('turns no text round', () => {
    const [command] = readInvestigation('```sh\necho \u202e"olleh"\u2066\u0007\n```', 'x').cells
    expect(command?.text).toBe('echo "olleh"')
    const [query] = readInvestigation('```spl {"connection":"a\\u202eb"}\n```', 'x').cells
    expect(query?.connection).toBe('ab')
  })

  it('holds as much as an investigation does, and reads it again', () => {
    const row = Array.from({ length: 4 }, () => 'x'.repeat(1000))
    const full: Content = {
      kind: 'query',
      text: 'x'.repeat(MAX_TEXT_CHARACTERS),
      result: {
        kind: 'table',
        at: 1,
        columns: ['a', 'b', 'c', 'd'],
        rows: Array.from({ length: 10 }, () => row),
        change: { since: 0, added: [], changed: [], removed: [row, row] },
      },
    }
    const cells = Array.from({ length: MAX_CELLS }, () => full)
    const read = readInvestigation(writeInvestigation('Full', cells), 'x').cells
    expect(read).toHaveLength(MAX_CELLS)
    expect(new Set(read.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(read[0]).toEqual(full)
  })

  it.each([
    ['a result of nothing', '<!-- orrery:result {"kind":"table","at":1} -->\n\n| a |\n| --- |'],
    ['a result that is none', '```spl\n```\n\n<!-- orrery:result {"kind":"what"} -->'],
    ['a marker that is none', '<!-- orrery:graph -->'],
  ])('keeps %s among its words', (_, file) => {
    const words = readInvestigation(file, 'x').cells.find(({ kind }) => kind === 'note')
    expect(words?.text).toMatch(/^<!-- orrery:/)
  })
})

it('reads tables and CSV as they were written', () => {
  const values = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(texts, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
    )
  fc.assert(
    fc.property(values, (rows) => {
      const [head = [], , ...rest] = tableLines(rows[0] ?? [], rows.slice(1)).map(tableValues)
      expect([head, ...rest]).toEqual(rows)
      expect(csvRows(csvText(rows))).toEqual(rows)
    }),
  )
})

it('holds every bound in its schema', () => {
  expect(contentSchema.safeParse({ kind: 'note', text: 'x'.repeat(MAX_TEXT_CHARACTERS + 1) }).success).toBe(
    false,
  )
})

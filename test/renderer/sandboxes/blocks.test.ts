import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText, restyled, styledLines } from '#shared/terminals/ansi.ts'
import { blockSchema, hasFailed, noOutput } from '#shared/terminals/block.ts'
import {
  exportBlocks,
  outputHtml,
  paletteColour,
  type PrintedBlock,
} from '../../../renderer/sandboxes/blocks/block-export.ts'
import { showDuration, showFolder } from '../../../renderer/sandboxes/sessions/show.ts'
import { nextBlock } from '../../../renderer/sandboxes/sessions/view.ts'

const block = (change: Partial<PrintedBlock> = {}): PrintedBlock => ({
  number: 1,
  command: 'echo hi',
  cwd: '/tmp',
  startedAt: 1_700_000_000_000,
  state: 'done',
  exitCode: 0,
  milliseconds: 1234,
  bookmarked: false,
  collapsed: false,
  characters: 0,
  lines: 0,
  output: noOutput,
  ...change,
})
const printed = (text: string): PrintedBlock['output'] => ({
  ...noOutput,
  head: text,
  moments: [[10, text.length]],
})

describe('output as the user reads it', () => {
  it.each([
    ['plain\r\ntext\r\n', 'plain\ntext'],
    ['\x1b[31mred\x1b[0m', 'red'],
    ['10%\r50%\r100%\r\n', '100%'],
    ['abc\b\bX', 'aXc'],
    ['a\tb', 'a       b'],
    ['abc\x1b[2K\rx', 'x'],
    ['loading\r\x1b[Kdone', 'done'],
    ['\x1b]0;title\x07text', 'text'],
    ['a\x1b[5Gb', 'a   b'],
    ['日本語 🎉', '日本語 🎉'],
    ['', ''],
  ])('%j is %j', (output, text) => expect(plainText(output)).toBe(text))

  it.each([
    ['1;31', { bold: true, foreground: 1 }],
    ['38;5;208', { foreground: 208 }],
    ['48;2;255;0;16', { background: '#ff0010' }],
    ['97', { foreground: 15 }],
    ['', {}],
  ])('style %s is %j', (codes, style) => expect(restyled({}, codes)).toEqual(style))

  it('ends what began', () => {
    expect(restyled({ bold: true, foreground: 1, underline: true }, '22;39')).toEqual({ underline: true })
  })

  it('keeps every printable character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const clean = text.replace(/[\x00-\x1f\x7f\x9b]/g, '')
        expect(
          styledLines(clean)
            .flat()
            .map((run) => run.text)
            .join(''),
        ).toBe(clean)
      }),
    )
  })
})

describe('blocks', () => {
  const blocks = [
    block({ number: 1 }),
    block({ number: 2, exitCode: 2 }),
    block({ number: 3 }),
    block({ number: 4, problem: { code: 'PLATFORM_REFUSED', message: 'gone' }, exitCode: null }),
  ]

  it.each([
    [undefined, 1, 2],
    [2, 1, 4],
    [4, -1, 2],
    [4, 1, undefined],
    [undefined, -1, 4],
  ] as const)('the next failed one from %s in direction %s is %s', (from, direction, number) => {
    expect(nextBlock(blocks, from, direction, hasFailed)?.number).toBe(number)
  })

  it.each([
    [12, '12 ms'],
    [3210, '3.2 s'],
    [125_000, '2 min 05 s'],
    [3_720_000, '1 h 02 min'],
  ])('%d ms reads %s', (milliseconds, text) => expect(showDuration(milliseconds)).toBe(text))

  it.each([
    ['/home/me/x', '/home/me', '~/x'],
    ['/home/me', '/home/me', '~'],
    ['/home/melon', '/home/me', '/home/melon'],
    ['/', '/', '/'],
  ])('%s at home %s reads %s', (path, home, text) => expect(showFolder(path, home)).toBe(text))

  it('survive the disk', () => {
    const { output: _, ...one }: PrintedBlock = block({ window: 'w', line: 'l' })
    expect(blockSchema.parse(JSON.parse(JSON.stringify(one)))).toEqual(one)
  })
})

describe('exports', () => {
  const size = { columns: 80, rows: 24, title: 'bash 1' }
  const one = block({ command: 'cat a.html', output: printed('\x1b[1;31m<b>&\x1b[0m\r\n```\r\n') })

  it('text has the prompt, the output and the outcome', () => {
    expect(exportBlocks([one], 'text', size)).toBe('/tmp$ cat a.html\n<b>&\n```\n[exit 0 · 1.2 s]\n')
  })

  it('Markdown fences longer than what is inside', () => {
    expect(exportBlocks([one], 'markdown', size)).toContain('````console\n/tmp$ cat a.html')
  })

  it('HTML escapes and colours', () => {
    expect(outputHtml(one)).toContain(`<span style="color:#cc0000;font-weight:bold">&lt;b&gt;&amp;</span>`)
    expect(exportBlocks([one], 'html', size)).not.toContain('<b>')
  })

  it('asciicast is version 2, with times that never go back', () => {
    const [header = '', ...events] = exportBlocks(
      [one, block({ number: 2, startedAt: one.startedAt + 5000 })],
      'asciicast',
      size,
    )
      .trim()
      .split('\n')
    expect(JSON.parse(header)).toMatchObject({ version: 2, width: 80, height: 24 })
    const times = events.map((line) => (JSON.parse(line) as [number])[0])
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(events.some((line) => line.includes('<b>&'))).toBe(true)
  })

  it.each([
    [9, '#ef2929'],
    [16, '#000000'],
    [231, '#ffffff'],
    [244, '#808080'],
    ['#123456', '#123456'],
  ] as const)('colour %s is %s', (colour, css) => expect(paletteColour(colour)).toBe(css))
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText, restyled, styledLines } from '../../../renderer/sandboxes/blocks/ansi.ts'
import {
  type Block,
  blockSchema,
  everything,
  nextBlock,
  passes,
  showDuration,
  showFolder,
} from '../../../renderer/sandboxes/blocks/block.ts'
import { exportBlocks, outputHtml, paletteColour } from '../../../renderer/sandboxes/blocks/block-export.ts'
import { noOutput, OutputKeeper, wholeOutput } from '../../../renderer/sandboxes/blocks/output-keeper.ts'

const block = (change: Partial<Block> = {}): Block => ({
  number: 1,
  command: 'echo hi',
  cwd: '/tmp',
  startedAt: 1_700_000_000_000,
  state: 'done',
  exitCode: 0,
  milliseconds: 1234,
  bookmarked: false,
  collapsed: false,
  output: noOutput,
  ...change,
})
const printed = (text: string): Block['output'] => {
  const keeper = new OutputKeeper()
  keeper.push(text, 10)
  return keeper.kept
}

describe('output as a person reads it', () => {
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

describe('what is kept of an output', () => {
  it('is everything while it is short', () => {
    const kept = printed('hello')
    expect(wholeOutput(kept, () => 'GAP')).toBe('hello')
    expect(kept.moments).toEqual([[10, 5]])
  })

  it('is the beginning and the end of a flood, and how much lies between', () => {
    const keeper = new OutputKeeper()
    for (let n = 0; n < 5000; n++) keeper.push(`${String(n).padStart(999, '.')}\n`, n)
    const { head, tail, dropped, moments } = keeper.kept
    expect(head.length + tail.length + dropped).toBe(keeper.total)
    expect(head.length + tail.length).toBeLessThan(1_100_000)
    expect(moments.length).toBeLessThanOrEqual(2000)
    expect(tail.endsWith('4999\n')).toBe(true)
  })
})

describe('blocks', () => {
  const blocks = [
    block({ number: 1 }),
    block({ number: 2, exitCode: 2 }),
    block({ number: 3 }),
    block({ number: 4, problem: 'gone', exitCode: null }),
  ]
  const failed = (one: Block) => !passes(one, everything) || passes(one, { ...everything, failed: true })

  it.each([
    [undefined, 1, 2],
    [2, 1, 4],
    [4, -1, 2],
    [4, 1, undefined],
    [undefined, -1, 4],
  ] as const)('the next failed one from %s in direction %s is %s', (from, direction, number) => {
    expect(nextBlock(blocks, from, direction, failed)?.number).toBe(number)
  })

  it.each([
    ['HI', true],
    ['out', true],
    ['nothing', false],
  ])('filter %s', (text, found) => {
    expect(passes(block({ output: printed('some output') }), { ...everything, text })).toBe(found)
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
    const one = block({ output: printed('x\x1b[31my') })
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

import { describe, expect, it } from 'vitest'
import { changes, compared, firstLine, keptLines, machine, readKept, table } from '../../bench/report.mjs'
import { withProgram } from '../../bench/host.mjs'

const run = (ours: number, base: number, rows = 10, tasks = 0) => [
  { name: 'bare', value: base, unit: 'ms' },
  { name: 'ours', value: ours, unit: 'ms', baseline: 'bare', aim: { most: 2, of: 'ratio' as const } },
  { name: 'loaded', value: rows, unit: '1/s' },
  { name: 'tasks', value: tasks, unit: 'ms', aim: { most: 50 } },
]
const kept = readKept([firstLine(), ...keptLines('a/b', run(30, 10))].join('\n')).rows

describe('a stored run', () => {
  it('is read as it was written, with ratios, whatever npm prints around it', () => {
    const text = ['', '> bench', firstLine(), ...keptLines('a/b', run(30, 10)), ''].join('\n')
    const { machine: where, rows } = readKept(text)
    expect(where).toBe(machine())
    expect(rows.map(({ module, name, ratio, met }) => [module, name, ratio, met])).toEqual([
      ['a/b', 'bare', undefined, undefined],
      ['a/b', 'ours', 3, false],
      ['a/b', 'loaded', undefined, undefined],
      ['a/b', 'tasks', undefined, true],
    ])
  })

  it('is compared by the ratio of ratios where there is a baseline: a machine half as fast changes nothing', () => {
    expect(changes(kept, 'a/b', run(60, 20)).split('\n')).toEqual([
      '  base         2 ×  bare: 10 → 20 ms',
      '  alike        1 ×  ours: 3 → 3 × its baseline',
      '  alike        1 ×  loaded: 10 → 10 1/s, no baseline',
      '  alike        1 ×  tasks: 0 → 0 ms, no baseline',
      '  3 alike, 1 base',
    ])
  })

  it('gives a verdict on what is ours only, never on what it is compared with', () => {
    expect(changes(kept, 'a/b', run(30, 1)).split('\n').slice(0, 2)).toEqual([
      '  base       0.1 ×  bare: 10 → 1 ms',
      '  worse       10 ×  ours: 3 → 30 × its baseline',
    ])
  })

  it('knows which figures are better when they are greater', () => {
    const said = changes(kept, 'a/b', run(15, 10, 20)).split('\n')
    expect(said[1]).toBe('  better     0.5 ×  ours: 3 → 1.5 × its baseline')
    expect(said[2]).toBe('  better       2 ×  loaded: 10 → 20 1/s, no baseline')
    expect(changes(kept, 'a/b', run(45, 10, 5)).match(/^ {2}worse/gm)).toHaveLength(2)
  })

  it('says what has no ratio, what is new and what is gone', () => {
    expect(changes(kept, 'a/b', run(30, 10, 10, 80))).toContain(
      'worse          –  tasks: 0 → 80 ms, no baseline',
    )
    const renamed = [{ name: 'other', value: 1, unit: 'ms' }]
    const said = changes(kept, 'a/b', renamed).split('\n')
    expect(said[0]).toMatch(/^ {2}new +other: 1 ms$/)
    expect(said.slice(1, -1)).toHaveLength(4)
    expect(said.slice(1, -1).every((line) => line.startsWith('  gone'))).toBe(true)
    expect(said.at(-1)).toBe('  1 new, 4 gone')
  })

  it('is only compared with the same module', () => {
    expect(changes(kept, 'a/c', run(30, 10)).match(/^ {2}new/gm)).toHaveLength(4)
  })
})

it('judges an aim by the value or by the ratio', () => {
  const rows = run(15, 10)
  expect(rows.map((row) => compared(row, rows).met)).toEqual([undefined, true, undefined, true])
  expect(table(rows)).toMatch(/ours +15 +ms +1\.5 × +bare +≤ 2 × met/)
})

describe('a program that is measured', () => {
  const source = (code: string) => ['--input-type=module', '-e', code]
  const SPEAKING = `console.log('http://127.0.0.1:1/')`

  it('fails the bench when it dies, whatever the bench waits for', async () => {
    const dying = source(`${SPEAKING}; setTimeout(() => process.exit(7), 50)`)
    await expect(withProgram(dying, () => new Promise(() => undefined))).rejects.toThrow('code 7')
  })

  it('fails the bench when it dies before it is up, with what it said', async () => {
    const broken = source(`console.error('no port left'); process.exit(3)`)
    await expect(withProgram(broken, async () => undefined)).rejects.toThrow(/code 3: no port left/)
  })

  it('is ended when the bench is done', async () => {
    const lasting = source(`console.log('http://127.0.0.1:1/' + process.pid); setInterval(() => 0, 1000)`)
    const pid = await withProgram(lasting, async (address) => Number(address.split('/').at(-1)))
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})

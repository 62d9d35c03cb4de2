import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { everything, noOutput, wholeOutput } from '#shared/terminals/block.ts'
import type { FeedEvent } from '#shared/workbench/areas/terminals.ts'
import {
  OutputFiles,
  OutputStore,
} from '../../../../../electron/workbench/sandboxes/terminals/output-files.ts'
import { temporaryFolder } from '../../../../temporary-folder.ts'
import { settled, StandInPlatform, startCore } from './stand-in.ts'

const gap = (characters: number): string => `<${characters}>`
const outputFiles = async () => new OutputFiles(await temporaryFolder())

describe('what is stored of an output', () => {
  it('is all of it while it is small, whatever the chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (chunks) => {
        const keeper = new OutputStore()
        chunks.forEach((chunk, index) => keeper.push(chunk, index))
        expect(wholeOutput(keeper.retained, gap)).toBe(chunks.join(''))
        expect(keeper.size.characters).toBe(chunks.join('').length)
        expect(keeper.size.lines).toBe(chunks.join('').split('\n').length - 1)
      }),
    )
  })

  it('is both ends of a flood, and how much is missing', () => {
    const keeper = new OutputStore()
    for (let line = 0; line < 40_000; line++) keeper.push(`line ${line}`.padEnd(99) + '\n', line)
    const { head, tail, dropped, moments } = keeper.retained
    expect(head.length + tail.length + dropped).toBe(4_000_000)
    expect(head.length + tail.length).toBeLessThan(1_100_000)
    expect(head).toMatch(/^line 0 /)
    expect(tail.trimEnd()).toMatch(/line 39999$/)
    expect(moments.length).toBeLessThanOrEqual(2000)
    expect(keeper.size.lines).toBe(40_000)
  })

  it.each([
    ['nothing', ''],
    ['a line', 'hello\r\n'],
    ['characters of several bytes', '日本語 🎉\r\n'.repeat(1000)],
    ['more than is kept', 'x'.repeat(2_000_000)],
  ])('is the same on disk as in memory: %s', async (_what, text) => {
    const files = await outputFiles()
    const running = files.begin('t', 1)
    for (let at = 0; at < text.length; at += 70_001) running.push(text.slice(at, at + 70_001), at)
    const { retained: kept } = running
    await running.finish()
    expect(await files.read('t', 1, kept)).toEqual(kept)
  })

  it('is on the disk while the command runs', async () => {
    const root = await temporaryFolder()
    const running = new OutputFiles(root).begin('t', 7)
    running.push('so far\r\n', 5)
    await running.settle()
    expect(await readFile(join(root, 't/7.txt'), 'utf8')).toBe('so far\r\n')
  })

  it('goes with its block', async () => {
    const files = await outputFiles()
    await files.write('t', 1, { ...noOutput, head: 'one' })
    await files.remove('t', [1])
    expect(await files.read('t', 1, noOutput)).toEqual(noOutput)
  })
})

describe('a screen', () => {
  it('receives earlier output, then new output, each once', async () => {
    const platform = new StandInPlatform()
    const core = await startCore(platform)
    core.terminals.windowOpened()
    const { id } = await core.terminals.open({ platform: 'p', sandboxId: 's' })
    const terminal = core.terminals.find(id)
    await settled()
    await terminal.submit({ id: '1', command: 'before' })
    await vi.waitUntil(() => terminal.record.blocks[0]?.state === 'done')
    let end = (): void => undefined
    platform.until = () => new Promise((resolve) => (end = resolve))
    await terminal.submit({ id: '2', command: 'during' })
    await settled()
    const events: FeedEvent[] = []
    const leaving = new AbortController()
    const following = terminal.record.follow(everything, leaving.signal, (event) => events.push(event))
    // Earlier output is read from disk.
    await vi.waitUntil(() => events.some((event) => event.kind === 'begin' && event.block.number === 2))
    await settled()
    end()
    await vi.waitUntil(() => events.some((event) => event.kind === 'end' && event.block.number === 2))
    leaving.abort()
    await following
    const told = events.map((event) =>
      event.kind === 'output'
        ? event.text.trim()
        : 'block' in event
          ? `${event.kind} ${event.block.number}`
          : event.kind,
    )
    expect(told).toEqual(['reset', 'begin 1', 'before', 'end 1', 'begin 2', 'during', 'end 2'])
  })

  it.each([
    [{ text: 'NEEDLE', failed: false, bookmarked: false }, ['cat hay', 'needle']],
    [{ text: '', failed: true, bookmarked: false }, ['broken']],
    [{ text: '', failed: false, bookmarked: true }, ['cat hay']],
    [everything, ['cat hay', 'needle', 'broken']],
  ])('shows what a filter lets through: %j', async (filter, commands) => {
    const platform = new StandInPlatform()
    platform.print = (command) => [command === 'cat hay' ? 'a needle in it\r\n' : '']
    const core = await startCore(platform)
    core.terminals.windowOpened()
    const { id } = await core.terminals.open({ platform: 'p', sandboxId: 's' })
    const terminal = core.terminals.find(id)
    await settled()
    platform.answers = ['ends', 'ends', 'fails']
    for (const command of ['cat hay', 'needle', 'broken']) {
      await terminal.submit({ id: command, command })
      await settled()
    }
    await terminal.mark([1], { bookmarked: true })
    const numbers = await terminal.record.find(filter)
    expect(numbers.map((number) => terminal.record.block(number)?.command)).toEqual(commands)
  })
})

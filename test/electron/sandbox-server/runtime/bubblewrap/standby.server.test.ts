import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { entering } from '../../../../../electron/sandbox-server/runtime/bubblewrap/entry.ts'
import { Standby } from '../../../../../electron/sandbox-server/runtime/bubblewrap/standby.ts'
import {
  LATER,
  startProcess,
  type StartedProcess,
} from '../../../../../electron/sandbox-server/runtime/local-process.ts'

/** Prints its arguments, each followed by NUL, and then what is left of descriptor 3. */
const PRINT = `[ $# = 0 ] || printf '%s\\0' "$@"; cat <&3`

const [perl = '', ...rest] = entering([], { waits: true }) ?? []

const start = (): StartedProcess =>
  startProcess({
    file: perl,
    args: [...rest, '/bin/sh', '-c', PRINT, 'sh'],
    env: { PATH: '/usr/bin:/bin' },
    descriptor3: LATER,
  })

async function outputOf({ stdout, stderr }: StartedProcess): Promise<string> {
  const [text, errors] = await Promise.all(
    [stdout, stderr].map(async (stream) => Buffer.concat(await stream.toArray()).toString()),
  )
  expect(errors).toBe('')
  return text ?? ''
}

/** A standby whose process waits, since programs followed each other. */
async function waiting(): Promise<{ standby: Standby; started: StartedProcess[] }> {
  const started: StartedProcess[] = []
  const standby = new Standby(() => {
    const process = start()
    started.push(process)
    return process
  })
  standby.take(['a'], '')
  standby.take(['b'], '')
  await vi.waitUntil(() => standby.isWaiting)
  return { standby, started }
}

describe.skipIf(perl === '' && 'waiting needs Perl, and a processor whose calls are known')(
  'a process that waits for a program',
  () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
    afterEach(() => void vi.useRealTimers())

    it('is started when a second program follows the first within ten seconds', async () => {
      const { standby, started } = await waiting()
      expect(started).toHaveLength(1)
      standby.close()
    })

    it('is not started for single programs', async () => {
      const standby = new Standby(() => expect.unreachable())
      standby.take([], '')
      vi.advanceTimersByTime(10_000)
      standby.take([], '')
      await new Promise(setImmediate)
      expect(standby.isWaiting).toBe(false)
    })

    it('runs one program, and the next one waits then', async () => {
      const { standby, started } = await waiting()
      const taken = standby.take(['one', "two'\n$three\\"], 'rest\nof it')
      expect(taken).toBe(started[0])
      expect(await outputOf(taken as StartedProcess)).toBe("one\0two'\n$three\\\0rest\nof it")
      await vi.waitUntil(() => standby.isWaiting)
      expect(started).toHaveLength(2)
      standby.close()
    })

    it.each([
      ['arguments of more than 8,192 characters', ['x'.repeat(8193)]],
      ['an argument with NUL, which is refused elsewhere', ['a\0b']],
    ])('goes on waiting at %s', async (_case, words) => {
      const { standby } = await waiting()
      expect(standby.take(words, '')).toBeUndefined()
      expect(standby.isWaiting).toBe(true)
      standby.close()
    })

    it.each([
      ['ten seconds without a program', (_standby: Standby) => vi.advanceTimersByTime(10_000)],
      ['the end of the sandbox', (standby: Standby) => standby.close()],
    ])('ends after %s', async (_case, end) => {
      const { standby, started } = await waiting()
      end(standby)
      expect(standby.isWaiting).toBe(false)
      expect(await started[0]?.exited).toEqual({ code: 137 })
      expect(standby.take([], '')).toBeUndefined()
      standby.close()
      await new Promise(setImmediate)
      expect(started).toHaveLength(1)
    })

    it('is forgotten when it was killed, and the next program starts another', async () => {
      const { standby, started } = await waiting()
      started[0]?.kill()
      await vi.waitUntil(() => !standby.isWaiting)
      expect(standby.take(['a'], '')).toBeUndefined()
      await vi.waitUntil(() => standby.isWaiting)
      standby.close()
    })

    it('ends when the server ends, whose side of the descriptor closes', async () => {
      const process = start()
      process.descriptor3?.end()
      expect(await process.exited).toEqual({ code: 125 })
    })

    it('hands over any arguments and any text that follows', async () => {
      vi.useRealTimers()
      const unit = fc.oneof(
        fc.constantFrom("'", '"', '\\', '$', ' ', '\n', '\t'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      )
      const word = fc.string({ unit })
      await fc.assert(
        fc.asyncProperty(fc.array(word, { maxLength: 5 }), word, async (words, text) => {
          const standby = new Standby(start)
          standby.take([], '')
          standby.take([], '')
          await new Promise(setImmediate)
          const taken = standby.take(words, text)
          standby.close()
          expect(await outputOf(taken as StartedProcess)).toBe(
            [...words.map((one) => `${one}\0`), text].join(''),
          )
        }),
        { numRuns: 40 },
      )
    })
  },
)

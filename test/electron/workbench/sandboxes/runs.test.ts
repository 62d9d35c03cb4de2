import { describe, expect, it } from 'vitest'
import type { RunResult } from '#shared/workbench/areas/sandboxes.ts'
import { Runs } from '../../../../electron/workbench/sandboxes/runs.ts'

const result: RunResult = { exitCode: 5, milliseconds: 10, sessionEnded: false }
const never = new AbortController().signal

/** A run that prints and ends when it is told to. */
function begin(runs: Runs, name: string) {
  let tell: (chunk: string) => void = () => undefined
  let end: (result: RunResult) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const heard: string[] = []
  const done = runs.follow(
    name,
    (hear) => {
      tell = hear
      return new Promise((resolve, reject) => {
        end = resolve
        fail = reject
      })
    },
    (chunk) => heard.push(chunk),
  )
  return {
    done,
    heard,
    tell: (chunk: string) => tell(chunk),
    end: () => end(result),
    fail: (e: Error) => fail(e),
  }
}

describe('who joins a run', () => {
  it('hears it from its beginning, at once, and its result', async () => {
    const runs = new Runs()
    const run = begin(runs, 'a')
    run.tell('one ')
    const heard: string[] = []
    const joined = runs.join('a', never, (chunk) => heard.push(chunk))
    expect(heard).toEqual(['', 'one '])
    run.tell('two')
    run.end()
    expect(await joined).toEqual(result)
    expect(await run.done).toEqual(result)
    expect(heard.join('')).toBe('one two')
    expect(run.heard).toEqual(['one ', 'two'])
  })

  it('finds one that is over, and is told of one that failed', async () => {
    const runs = new Runs()
    const over = begin(runs, 'over')
    over.end()
    await over.done
    expect(await runs.join('over', never, () => undefined)).toEqual(result)
    const broken = begin(runs, 'broken')
    broken.fail(new Error('gone'))
    await expect(broken.done).rejects.toThrow('gone')
    await expect(runs.join('broken', never, () => undefined)).rejects.toThrow('gone')
    expect(await runs.join('unknown', never, () => undefined)).toBeNull()
  })

  it('gets the end of what was too much, and how much is missing', async () => {
    const runs = new Runs()
    const run = begin(runs, 'flood')
    const chunk = 'x'.repeat(100_000)
    for (let count = 0; count < 30; count++) run.tell(chunk)
    let kept = 0
    let missing = 0
    const joined = runs.join('flood', never, (text, dropped = 0) => {
      kept += text.length
      missing += dropped
    })
    expect(kept + missing).toBe(3_000_000)
    expect(kept).toBeLessThan(1_200_000)
    run.end()
    await joined
  })

  it('hears nothing more once it left', () => {
    const runs = new Runs()
    const run = begin(runs, 'a')
    const leaving = new AbortController()
    const heard: string[] = []
    void runs.join('a', leaving.signal, (chunk) => heard.push(chunk))
    leaving.abort()
    run.tell('late')
    expect(heard).toEqual([''])
    run.end()
  })
})

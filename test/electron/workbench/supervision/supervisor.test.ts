import { describe, expect, it, vi } from 'vitest'
import type { Ended } from '../../../../electron/workbench/supervision/child.ts'
import {
  StartFailure,
  Supervisor,
  type Running,
} from '../../../../electron/workbench/supervision/supervisor.ts'

/** An instance that runs until the test ends it. */
class Life implements Running {
  readonly pid = 1
  readonly lastLines = ['last words']
  readonly ended: Promise<Ended>
  end: (how: Ended) => void = () => undefined

  constructor() {
    this.ended = new Promise((resolve) => {
      this.end = resolve
    })
  }

  stop(): Promise<void> {
    this.end({ exitCode: 0, signal: null })
    return Promise.resolve()
  }

  kill(): void {
    this.end({ exitCode: null, signal: 'SIGKILL' })
  }
}

function supervise(start: () => Promise<Life>) {
  const states: string[] = []
  const supervisor: Supervisor<Life> = new Supervisor({
    name: 'Thing',
    start,
    onChange: () => states.push(supervisor.status.state),
  })
  return { supervisor, states }
}

describe('Supervisor', () => {
  it('starts, stops, and says so', async () => {
    const { supervisor, states } = supervise(() => Promise.resolve(new Life()))
    await supervisor.start()
    await supervisor.stop()
    expect(states).toEqual(['starting', 'ready', 'stopped'])
  })

  it('starts again after a crash, keeping how it ended', async () => {
    vi.useFakeTimers()
    const lives: Life[] = []
    const { supervisor, states } = supervise(() => {
      lives.push(new Life())
      return Promise.resolve(lives.at(-1) as Life)
    })
    await supervisor.start()
    lives[0]?.end({ exitCode: 3, signal: null })
    await vi.advanceTimersByTimeAsync(0)
    expect(supervisor.status).toMatchObject({
      state: 'backoff',
      failure: {
        step: 'running',
        message: 'Thing ended with exit code 3.',
        exitCode: 3,
        lastLines: ['last words'],
      },
    })
    await vi.advanceTimersByTimeAsync(1000)
    expect(states).toEqual(['starting', 'ready', 'backoff', 'starting', 'ready'])
    expect(supervisor.status.restarts).toBe(1)
    await supervisor.stop()
    vi.useRealTimers()
  })

  it('gives up on what crashes all the time', async () => {
    vi.useFakeTimers()
    let starts = 0
    const { supervisor } = supervise(() => {
      starts++
      return Promise.reject(new Error('no'))
    })
    await supervisor.start()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(supervisor.status.state).toBe('failed')
    expect(starts).toBe(6)
    vi.useRealTimers()
  })

  it.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('gives up as early when the clock is set %s an hour at each crash', async (_, jump) => {
    vi.useFakeTimers()
    let starts = 0
    const { supervisor } = supervise(() => {
      starts++
      vi.setSystemTime(Date.now() + jump)
      return Promise.reject(new Error('no'))
    })
    await supervisor.start()
    await vi.advanceTimersByTimeAsync(600_000)
    expect([supervisor.status.state, starts]).toEqual(['failed', 6])
    vi.useRealTimers()
  })

  it('waits for a start as long as it should when the clock is set back', async () => {
    vi.useFakeTimers()
    const { supervisor } = supervise(() => new Promise<Life>(() => undefined))
    void supervisor.start()
    const refused = supervisor.ready(1_000).catch((error: unknown) => error)
    vi.setSystemTime(Date.now() - 3_600_000)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await refused).toMatchObject({ code: 'NOT_CONNECTED' })
    vi.useRealTimers()
  })

  it('does not try again what cannot work', async () => {
    const failure = { step: 'spawn' as const, message: 'The program x was not found.', lastLines: [] }
    const { supervisor, states } = supervise(() => Promise.reject(new StartFailure(failure, true)))
    await supervisor.start()
    expect(states).toEqual(['starting', 'failed'])
    await expect(supervisor.ready()).rejects.toMatchObject({ code: 'NOT_CONNECTED', details: failure })
  })

  it('does not start again what was stopped on purpose', async () => {
    vi.useFakeTimers()
    let starts = 0
    const { supervisor } = supervise(() => {
      starts++
      return Promise.reject(new Error('no'))
    })
    await supervisor.start()
    await supervisor.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([starts, supervisor.status.state]).toEqual([1, 'stopped'])
    vi.useRealTimers()
  })

  it('lets a caller wait through a restart', async () => {
    const lives: Life[] = []
    const { supervisor } = supervise(() => {
      lives.push(new Life())
      return Promise.resolve(lives.at(-1) as Life)
    })
    await supervisor.start()
    lives[0]?.kill()
    await lives[0]?.ended
    const next = await supervisor.ready()
    expect([lives.indexOf(next), lives.length]).toEqual([1, 2])
    await supervisor.stop()
  })
})

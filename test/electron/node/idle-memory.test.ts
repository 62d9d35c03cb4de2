import { describe, expect, it } from 'vitest'
import { IdleCollection } from '../../../electron/node/idle-memory.ts'

const MB = 1024 ** 2
const BUSY = 0.9
const IDLE = 0.01

describe('an idle server collects garbage', () => {
  it.each([
    [
      'never while it is busy',
      [
        [BUSY, 100],
        [BUSY, 500],
        [BUSY, 900],
      ],
      [false, false, false],
    ],
    [
      'twice after a busy period, then rests',
      [
        [BUSY, 300],
        [IDLE, 300],
        [IDLE, 160],
        [IDLE, 130],
        [IDLE, 130],
      ],
      [false, true, true, false, false],
    ],
    [
      'twice again after the next',
      [
        [BUSY, 300],
        [IDLE, 300],
        [IDLE, 150],
        [BUSY, 300],
        [IDLE, 300],
        [IDLE, 150],
        [IDLE, 150],
      ],
      [false, true, true, false, true, true, false],
    ],
    [
      'even if the busy period ended as small as it began',
      [
        [IDLE, 100],
        [BUSY, 100],
        [IDLE, 100],
      ],
      [false, false, true],
    ],
    [
      'not for little growth while idle',
      [
        [IDLE, 100],
        [IDLE, 104],
        [IDLE, 107],
      ],
      [false, false, false],
    ],
    [
      'once for much growth while idle',
      [
        [IDLE, 100],
        [IDLE, 109],
        [IDLE, 109],
      ],
      [false, true, false],
    ],
    [
      'not for growth below a twentieth of a large memory',
      [
        [IDLE, 1000],
        [IDLE, 1040],
        [IDLE, 1051],
      ],
      [false, false, true],
    ],
    [
      'but measures growth from the lowest point after a collection',
      [
        [IDLE, 100],
        [IDLE, 120],
        [IDLE, 110],
        [IDLE, 90],
        [IDLE, 99],
      ],
      [false, true, false, false, true],
    ],
  ] as [string, [number, number][], boolean[]][])('%s', (_, checks, expected) => {
    const decision = new IdleCollection()
    expect(checks.map(([utilization, resident]) => decision.check(utilization, resident * MB))).toEqual(
      expected,
    )
  })
})

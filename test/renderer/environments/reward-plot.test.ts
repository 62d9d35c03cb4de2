import { describe, expect, it } from 'vitest'
import { type Episode, runningReturns } from '#shared/environments/episode.ts'
import { HEIGHT, LEFT, rewardPlot, WIDTH } from '../../../renderer/environments/record/reward-chart.tsx'
import { append, event, freshEpisode, visit } from '../../shared/environments/episodes.ts'

const rewarded = (...rewards: number[]): Episode =>
  rewards.reduce(
    (episode, reward) => append(episode, event('go', episode.current, { reward })),
    freshEpisode(),
  )

describe('the rewards along a line', () => {
  it('add up event by event', () => {
    expect(runningReturns(rewarded(1, -2, 4).events)).toEqual([0, 1, -1, 3])
    expect(runningReturns([])).toEqual([])
  })

  it.each([
    ['nothing played', [], 1, 0],
    ['within 0 and 1', [0.5], 1, 0],
    ['a sum above every reward', [1, 1, 1], 3, 0],
    ['a reward below every sum', [3, -2], 3, -2],
  ])('are scaled for %s', (_, rewards, top, bottom) => {
    expect(rewardPlot(rewarded(...rewards))).toMatchObject({ top, bottom })
  })

  it('are bars on either side of zero, inside the plane', () => {
    const { bars, zero } = rewardPlot(rewarded(1, -1, 0, 2))
    expect(bars.map(({ negative }) => negative)).toEqual([false, true, false, false])
    for (const { x, y, width, height, negative } of bars) {
      expect(negative ? y : y + height).toBeCloseTo(zero)
      expect(x).toBeGreaterThan(LEFT)
      expect(x + width).toBeLessThan(WIDTH)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y + height).toBeLessThanOrEqual(HEIGHT)
    }
  })

  it('are faint after the turn that is looked at', () => {
    const { bars } = rewardPlot(visit(rewarded(1, 1, 1), 1))
    expect(bars.map(({ ahead }) => ahead)).toEqual([false, true, true])
  })

  it('are joined by a line that begins at zero', () => {
    const { line, zero } = rewardPlot(rewarded(1, 1))
    expect(line).toMatch(new RegExp(`^M${LEFT} ${zero}L`))
    expect(line.split('L')).toHaveLength(3)
  })
})

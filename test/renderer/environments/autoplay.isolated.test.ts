import { beforeEach, expect, it, vi } from 'vitest'
import { environmentTabSchema } from '#shared/environments/tab.ts'
import { append, event, freshEpisode } from '../../shared/environments/episodes.ts'
import { workbench } from '../../../renderer/app/workbench.ts'
import { useEpisodes } from '../../../renderer/environments/episode/episodes.ts'
import { changeTabView, playAgain, runAutoplay } from '../../../renderer/environments/session/play.ts'

const tab = environmentTabSchema.parse({
  kind: 'environment',
  id: 't',
  platform: 'p',
  envId: 'game:TowerofHanoi-v0-easy',
  episode: 'episode',
})
/** The document of open tabs, and what was asked of the core, in order. */
const kept = vi.hoisted(() => ({ value: undefined as unknown, asked: [] as unknown[] }))
vi.mock('../../../renderer/app/document.ts', () => ({
  documentOf: () => ({
    get value() {
      return kept.value
    },
    change: (make: (value: unknown) => unknown) => {
      kept.value = make(kept.value)
      kept.asked.push('tab')
      return Promise.resolve()
    },
  }),
}))

const ended = append(append(freshEpisode(), event('a', 0)), event('b', 1, { terminated: true, reward: 1 }))
let done = true

beforeEach(() => {
  kept.value = { version: 1, tabs: [tab] }
  kept.asked.length = 0
  done = true
  useEpisodes.setState({ episodes: { episode: ended } })
  changeTabView('t', { at: undefined, anyway: false })
  vi.spyOn(workbench, 'call').mockImplementation(((name: string, input: object) => {
    kept.asked.push([name.replace('environments.', ''), input])
    return Promise.resolve({ done })
  }) as never)
})

const reset = ['reset', { tab: 't' }]

it.each([
  [
    'from a fresh start where the episode has ended',
    {},
    [reset, ['play', { tab: 't', anyway: false, from: 0, seen: 0 }]],
  ],
  [
    'on after the end if the user steps on',
    { anyway: true },
    [['play', { tab: 't', anyway: true, from: 2, seen: 2 }]],
  ],
  [
    'from the earlier turn that is shown',
    { at: 1 },
    [['play', { tab: 't', anyway: false, from: 1, seen: 2 }]],
  ],
])('an agent plays %s', async (_, view, asked) => {
  changeTabView('t', view)
  await runAutoplay('t')
  expect(kept.asked).toEqual(asked)
})

it('an agent does not play when the reset before it failed', async () => {
  done = false
  await runAutoplay('t')
  expect(kept.asked).toEqual([reset])
})

it.each([
  ['the same seed, which stays pinned', 42, { seed: '42', seedMode: 'pinned' }],
  ['a new seed', undefined, { seedMode: 'random' }],
])('playing again takes %s', async (_, seed, part) => {
  await playAgain('t', seed)
  expect(kept.asked).toEqual(['tab', reset])
  expect(kept.value).toMatchObject({ tabs: [{ id: 't', ...part }] })
})

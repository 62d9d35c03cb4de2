import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { autoplayDocument } from '#shared/documents/environments.ts'
import { failuresAfter, pathTo } from '#shared/environments/episode.ts'
import { episodeOf } from '#shared/environments/episode-log.ts'
import { NEW_AUTOPLAY } from '#shared/environments/tab.ts'
import { openEnvironments, PATIENCE } from './core.ts'
import { FakePlatform, inFolder } from './platform.ts'

let platform: FakePlatform
let core: Awaited<ReturnType<typeof openEnvironments>>
let folder: string
let done: () => void
let over: Promise<void>
beforeEach(async () => {
  platform = new FakePlatform()
  await new Promise<void>((ready) => {
    over = inFolder(async (path) => {
      folder = path
      ready()
      await new Promise<void>((resolve) => (done = resolve))
    })
  })
  core = await openEnvironments(folder, platform)
})
afterEach(async () => {
  await core.stop()
  done()
  await over
})

/** Opens an environment whose reset is complete. */
async function begin(seed: number | undefined = 7): Promise<string> {
  const tab = await core.environments.open({ platform: 'p', envId: 'game:Count', seed, autoBox: false })
  await vi.waitFor(() => expect(core.tab(tab).episode).toBeDefined(), PATIENCE)
  await vi.waitFor(() => expect(core.environments.driver(tab).play.busy).toBeUndefined(), PATIENCE)
  return tab
}
const driver = (tab: string) => core.environments.driver(tab)
const episode = (tab: string) => core.episodes.get(core.tab(tab).episode ?? '')
/** Acts from the episode's current event. */
async function act(tab: string, ...actions: string[]): Promise<void> {
  for (const action of actions) {
    const { current } = await episode(tab)
    await driver(tab).act({ from: current, seen: current }, action)
  }
}
/** What a page writes into the open environments' fields. */
const typed = (fields: { draft: string } | { seed: string }): Parameters<typeof core.tabs.change>[0] => {
  return (now) => ({
    ...now,
    tabs: now.tabs.map((one) => (one.kind === 'environment' ? { ...one, ...fields } : one)),
  })
}
const actions = async (tab: string, to?: number) => pathTo(await episode(tab), to).map(({ action }) => action)

describe('a step', () => {
  it('costs one line on the disk, and is what the log comes to', async () => {
    const tab = await begin()
    await act(tab, 'a')
    const path = join(folder, 'logs', 'episodes', `${core.tab(tab).episode}.jsonl`)
    const before = (await readFile(path, 'utf8')).split('\n').length
    await act(tab, 'b')
    expect((await readFile(path, 'utf8')).split('\n').length).toBe(before + 1)
    expect(episodeOf(await core.episodes.records(core.tab(tab).episode ?? ''))).toEqual(await episode(tab))
  })

  it.each([
    ['is taken: the field is empty', 1, undefined, ''],
    ['is taken: what is written meanwhile stays', 1, 'A B', 'A B'],
    ['is taken: even the same text, recalled', 1, 'A C', 'A C'],
    ['is not taken: it returns', undefined, undefined, 'A C'],
    ['is not taken: but not over what is written meanwhile', undefined, 'A B', 'A B'],
  ])('whose text %s', async (_what, event, meanwhile, left) => {
    const tab = await begin()
    const write = (draft: string) => core.tabs.change(typed({ draft }))
    await write('A C')
    const sent = await core.environments.sendDraft(tab, 'A C', async () => {
      expect(core.tab(tab).draft).toBe('')
      if (meanwhile !== undefined) await write(meanwhile)
      return event
    })
    expect(sent).toBe(event)
    expect(core.tab(tab).draft).toBe(left)
  })

  it('leaves a seed alone that is typed while a reset begins: it is for the next one', async () => {
    const tab = await begin(7)
    const change = core.tabs.change.bind(core.tabs)
    vi.spyOn(core.tabs, 'change').mockImplementationOnce(async (edit) => {
      await change(typed({ seed: '1' }))
      await change(edit)
    })
    await driver(tab).reset()
    expect([core.tab(tab).seed, platform.asked.at(-1)]).toEqual(['1', 'reset 7'])
  })

  it('of two windows that acted on the same turn is one: the slower one is refused, and nothing is sent for it', async () => {
    const tab = await begin()
    const place = { from: 0, seen: 0 }
    const both = await Promise.allSettled([driver(tab).act(place, 'left'), driver(tab).act(place, 'right')])
    expect(both[0]).toMatchObject({ status: 'fulfilled', value: 1 })
    expect(both[1]).toMatchObject({ status: 'rejected', reason: { code: 'EPISODE_MOVED' } })
    expect(platform.asked).toEqual(['make', 'reset 7', 'step left'])
    expect(await actions(tab)).toEqual([null, 'left'])
  })

  it('from an earlier turn replays up to it, once, and begins a branch', async () => {
    const tab = await begin()
    await act(tab, 'a', 'b', 'c')
    platform.asked.length = 0
    await driver(tab).act({ from: 1, seen: 3 }, 'x')
    expect(platform.asked).toEqual(['reset 7', 'step a', 'step x'])
    expect(await actions(tab)).toEqual([null, 'a', 'x'])
    await act(tab, 'y')
    expect(platform.asked).toEqual(['reset 7', 'step a', 'step x', 'step y'])
  })

  it.each(['GEM_RUNTIME', 'GEM_TIMEOUT', 'GEM_BAD_ANSWER', 'GEM_UNREACHABLE'])(
    'on which the environment fails (%s) is stored with its request and the error, and the next one replays',
    async (code) => {
      const tab = await begin()
      await act(tab, 'a')
      platform.fails = { action: 'boom', code }
      await act(tab, 'boom')
      expect(driver(tab).play.failure?.code).toBe(code)
      const [failed] = failuresAfter(await episode(tab), 1)
      expect(failed).toMatchObject({
        action: 'boom',
        parent: 1,
        failure: { code, message: 'ZeroDivisionError' },
        exchange: { status: 500, request: { action: 'boom' } },
      })
      expect((await episode(tab)).current).toBe(1)
      platform.asked.length = 0
      await act(tab, 'b')
      expect(platform.asked).toEqual(['reset 7', 'step a', 'step b'])
      expect(await actions(tab)).toEqual([null, 'a', 'b'])
    },
  )

  it('on a platform that was restarted is led back there, compared, and sent', async () => {
    const tab = await begin()
    await act(tab, 'a', 'b')
    platform.restart()
    platform.asked.length = 0
    await act(tab, 'c')
    expect(platform.asked).toEqual(['step c', 'make', 'reset 7', 'step a', 'step b', 'step c'])
    expect(await actions(tab)).toEqual([null, 'a', 'b', 'c'])
    expect(driver(tab).play.failure).toBeUndefined()
  })

  it('follows a platform that came back: what it holds no longer is not shown as open', async () => {
    const [lost, kept] = [await begin(), await begin()]
    await act(lost, 'a')
    const { signal } = new AbortController()
    await core.environments.recheck('p', signal)
    expect([core.tab(lost).sandboxId, core.tab(kept).sandboxId].every(Boolean)).toBe(true)
    platform.restart()
    await core.environments.recheck('elsewhere', signal)
    expect(core.tab(lost).sandboxId).toBeDefined()
    await core.environments.recheck('p', signal)
    expect([core.tab(lost).sandboxId, core.tab(kept).sandboxId]).toEqual([undefined, undefined])
    await act(lost, 'b')
    expect(await actions(lost)).toEqual([null, 'a', 'b'])
  })

  it('is not sent where the way there leads elsewhere; every field that differs is named', async () => {
    const tab = await begin()
    await act(tab, 'a', 'b')
    await driver(tab).end()
    platform.accent = '!'
    await driver(tab).act({ from: 2, seen: 2 }, 'c')
    expect(platform.asked).not.toContain('step c')
    expect(driver(tab).play).toMatchObject({
      failure: { code: 'DIVERGED' },
      divergence: { turn: 0, fields: ['observation'] },
    })
  })

  it('without a seed cannot be taken from an earlier turn', async () => {
    const tab = await begin()
    await core.tabs.change((now) => ({
      ...now,
      tabs: now.tabs.map((one) => (one.kind === 'environment' ? { ...one, seedMode: 'none' } : one)),
    }))
    await driver(tab).reset()
    await act(tab, 'a')
    platform.asked.length = 0
    await driver(tab).act({ from: 0, seen: 1 }, 'b')
    expect(driver(tab).play.failure?.code).toBe('NOT_REPRODUCIBLE')
    expect(platform.asked).toEqual([])
  })
})

describe('a replay', () => {
  it('that meets no difference says how many answers were compared, and where', async () => {
    const tab = await begin()
    await act(tab, 'a', 'b')
    expect(await driver(tab).replay(2)).toBe(true)
    expect(driver(tab).play.agreed).toEqual({ count: 3, platform: 'p' })
    expect((await episode(tab)).events).toHaveLength(3)
  })

  it('ends at a difference, which is a branch of its own; the same difference is recorded once', async () => {
    const tab = await begin()
    await act(tab, 'a', 'b')
    const normal = platform.step.bind(platform)
    platform.step = async (...given) => {
      const answer = await normal(...given)
      return { ...answer, observation: `${answer.observation}?`, reward: 0.25 }
    }
    expect(await driver(tab).replay(2)).toBe(false)
    expect(await driver(tab).replay(2)).toBe(false)
    expect(driver(tab).play.divergence).toMatchObject({
      expected: 1,
      actual: 3,
      turn: 1,
      fields: ['observation', 'reward'],
    })
    expect((await episode(tab)).events).toHaveLength(4)
    expect(await driver(tab).replayRest()).toBe(true)
    expect(await actions(tab)).toEqual([null, 'a', 'b'])
    expect((await episode(tab)).events).toHaveLength(5)
  })
})

describe('an agent', () => {
  const choose = (tab: string, script: string) =>
    core.documents.update(autoplayDocument, { collection: 'gem', id: 'autoplay' }, (now) => ({
      ...now,
      byTab: { ...now.byTab, [tab]: { ...NEW_AUTOPLAY, agent: 'script' as const, script, pause: 0 } },
    }))

  it('plays on to the end, and it is written down who acted', async () => {
    const tab = await begin()
    await choose(tab, 'a\nb\nwin\nnever')
    await driver(tab).agent.run({ from: 0, seen: 0 }, false)
    await vi.waitFor(() => expect(driver(tab).play.playing).toBe(false), PATIENCE)
    expect(await actions(tab)).toEqual([null, 'a', 'b', 'win'])
    expect((await episode(tab)).events.map(({ by }) => by)).toEqual(['person', 'script', 'script', 'script'])
  })

  it('proposes from the turn that is looked at, and what is accepted begins a branch there', async () => {
    const tab = await begin()
    await act(tab, 'a', 'b')
    await choose(tab, 'x\ny')
    expect(await driver(tab).agent.propose({ from: 1, seen: 2 })).toBe(true)
    expect(driver(tab).play.proposal).toMatchObject({ event: 1, text: 'y' })
    expect(await driver(tab).agent.accept()).toBe(true)
    expect(await actions(tab)).toEqual([null, 'a', 'y'])
  })

  it.each([
    ['is asked for the next action', 'a\nb', 'b'],
    ['is asked for nothing more after the end', 'win\nnever', undefined],
  ])('once accepted, %s', async (_, script, next) => {
    const tab = await begin()
    await choose(tab, script)
    await driver(tab).agent.propose({ from: 0, seen: 0 })
    expect(await driver(tab).agent.accept()).toBe(true)
    await vi.waitFor(() => expect(driver(tab).play.thinking).toBeUndefined(), PATIENCE)
    expect(driver(tab).play.proposal?.text).toBe(next)
  })

  it('that cannot play says why, and nothing is sent', async () => {
    const tab = await begin()
    await driver(tab).agent.propose({ from: 0, seen: 0 })
    expect(driver(tab).play.problem?.code).toBe('NO_GRAMMAR')
  })
})

describe('the end of the core', () => {
  it('loses nothing: tabs, episodes and remarks are back, and a step is led to where it was', async () => {
    const tab = await begin()
    await act(tab, 'a')
    await core.episodes.remark(core.tab(tab).episode ?? '', { event: 1, verdict: 'bug', tags: ['loop'] })
    await core.stop()
    platform.restart()
    core = await openEnvironments(folder, platform)
    expect((await episode(tab)).events[1]).toMatchObject({ verdict: 'bug', tags: ['loop'] })
    await act(tab, 'b')
    expect(await actions(tab)).toEqual([null, 'a', 'b'])
    expect((await core.episodes.list())[0]).toMatchObject({ steps: 2, hasBug: true, tags: ['loop'] })
  })

  it('a tab that is closed ends its environment', async () => {
    const tab = await begin()
    expect(await core.environments.close(tab)).toBe(true)
    expect(platform.open).toBe(0)
    expect(core.tabs.value.tabs).toEqual([])
    expect(() => core.environments.driver(tab)).toThrow('closed')
  })
})

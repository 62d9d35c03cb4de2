import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrateEnvironments } from '../../../../electron/workbench/environments/environment-services.ts'
import { append, event, freshEpisode, played, visit } from '../../../shared/environments/episodes.ts'
import { openEnvironments } from './core.ts'
import { FakePlatform, inFolder } from './platform.ts'

const branched = append(
  visit(played(freshEpisode({ id: 'e1' }), 'a', 'b', 'c'), 1),
  event('x', 1, { reward: 1 }),
)
/** Viewing an earlier turn of a line that is not the newest. */
const looked = {
  ...visit(visit(branched, 3), 2),
  note: 'odd',
  verdict: 'bug' as const,
  extra: { run: 5 },
  events: visit(branched, 3).events.map((one) => (one.id === 2 ? { ...one, note: 'here' } : one)),
}

const batch = {
  version: 1,
  id: 'b1',
  platform: 'embedded-platform',
  envId: 'game:Wordle-v0-easy',
  agent: 'random',
  agentSeed: 3,
  script: [],
  firstSeed: 0,
  count: 4,
  stepLimit: 2,
  started: 5,
  rows: [
    { seed: 0, return: 1, steps: 1, end: 'solved', actions: ['a'], milliseconds: 5 },
    { seed: 1, return: 0, steps: 0, end: 'running', actions: [], milliseconds: 5, problem: 'HTTP 503' },
    { seed: 2, return: 0, steps: 2, end: 'running', actions: ['a', 'b'], milliseconds: 5 },
    { seed: 3, return: 0, steps: 1, end: 'running', actions: ['a'], milliseconds: 5 },
  ],
}

async function put(folder: string, path: string, value: unknown): Promise<void> {
  await mkdir(dirname(join(folder, 'documents', path)), { recursive: true })
  await writeFile(join(folder, 'documents', path), JSON.stringify(value))
}

describe('what 0.1.0 stored', () => {
  it('opens whole, under the same ids, and its documents go only once it is in its log', () =>
    inFolder(async (folder) => {
      await put(folder, 'gem-episodes/e1.json', looked)
      await put(folder, 'gem-episodes/unreadable.json', { version: 9 })
      await put(folder, 'gem-batches/b1.json', batch)
      const core = await openEnvironments(folder, new FakePlatform())
      await migrateEnvironments(core.documents, core.episodes, core.batches)
      await core.batches.load()
      const { changed: _, ...now } = await core.episodes.get('e1')
      const { changed: __, ...then } = looked
      expect(now).toEqual(then)
      expect((await core.episodes.list()).map(({ id }) => id)).toEqual(['e1'])
      expect(core.batches.all[0]).toMatchObject({
        id: 'b1',
        started: 5,
        plan: { envId: 'game:Wordle-v0-easy', agents: [{ agent: 'random', seed: 3 }], count: 4 },
        rows: [
          { end: 'solved' },
          { end: 'failed' },
          { end: 'step-limit' },
          { end: 'stopped', actions: ['a'] },
        ],
      })
      await core.documents.flush()
      expect(await readdir(join(folder, 'documents', 'gem-episodes'))).toEqual(['unreadable.json'])
      expect(await readdir(join(folder, 'documents', 'gem-batches'))).toEqual([])
      await core.stop()
    }))

  it('is taken over once, though the process ended in between', () =>
    inFolder(async (folder) => {
      await put(folder, 'gem-episodes/e1.json', looked)
      const core = await openEnvironments(folder, new FakePlatform())
      // Killed after the log was written and before the document was removed; the episode has continued since.
      await migrateEnvironments(
        { list: (kind) => core.documents.list(kind), update: () => Promise.resolve() },
        core.episodes,
        core.batches,
      )
      await core.episodes.remark('e1', { event: 1, note: 'later' })
      await migrateEnvironments(core.documents, core.episodes, core.batches)
      expect((await core.episodes.get('e1')).events[1]?.note).toBe('later')
      await core.documents.flush()
      expect(await readdir(join(folder, 'documents', 'gem-episodes'))).toEqual([])
      await core.stop()
    }))
})

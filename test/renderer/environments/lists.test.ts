import { describe, expect, it } from 'vitest'
import { builtInCatalogue } from '#shared/gem/catalogue/index.ts'
import { after } from '#shared/environments/episode-log.ts'
import { summaryOf } from '#shared/environments/summary.ts'
import type { Text } from '../../../renderer/i18n/text.ts'
import { catalogueRows, adjacentItem, itemsIn } from '../../../renderer/environments/catalogue/groups.ts'
import {
  LINE_LIMIT,
  lineChoices,
  mainLineOf,
} from '../../../renderer/environments/compare/compare-dialog.tsx'
import { environmentsMessagesZh } from '../../../renderer/environments/messages.zh.ts'
import { nameOfSet } from '../../../renderer/environments/recordings/recordings.ts'
import { tagsIn } from '../../../renderer/environments/parts/tags-field.tsx'
import { stateOf } from '../../../renderer/environments/library/library-list.tsx'
import { filterLibrary, isUnfiltered, NO_FILTER } from '../../../renderer/environments/library/filter.ts'
import { append, event, freshEpisode, played, visit } from '../../shared/environments/episodes.ts'

const offers = builtInCatalogue.map((entry) => ({ id: entry.id, entry }))
const titles = { favourites: 'Favourites', recent: 'Recent', typed: 'As entered' }
const ids = (rows: ReturnType<typeof catalogueRows>) =>
  rows.flatMap((row) => (row.kind === 'offer' ? [row.offer.id] : []))

describe('the catalogue', () => {
  it('lists every environment once, under its family, after favourites and recent ones', () => {
    const rows = catalogueRows(offers, '', {
      favourites: ['game:Sokoban-v0-hard'],
      recent: ['game:Wordle-v0-easy', 'gone:id'],
      titles,
    })
    expect(rows.slice(0, 4).map((row) => (row.kind === 'heading' ? row.title : row.offer.id))).toEqual([
      'Favourites',
      'game:Sokoban-v0-hard',
      'Recent',
      'game:Wordle-v0-easy',
    ])
    // Only the headings of families name one, whose icon they show.
    const icons = rows.flatMap((row) => (row.kind === 'heading' ? [row.of] : []))
    expect(icons.slice(0, 2)).toEqual([undefined, undefined])
    expect(icons.slice(2)).not.toContain(undefined)
    expect(ids(rows)).toHaveLength(offers.length + 3)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })

  it.each([
    ['sokoban easy', 'game:Sokoban-v0-easy'],
    ['wordle-v0-hard', 'game:Wordle-v0-hard'],
    ['rg:gcd', 'rg:gcd'],
    ['game:Sokoban', 'game:Sokoban-v0-easy'],
    ['eval:MATH500', 'eval:MATH500'],
  ])('%j finds %s first', (search, id) => {
    expect(ids(catalogueRows(offers, search, { favourites: [], recent: [], titles }))[0]).toBe(id)
  })

  it.each(['math', 'code', 'hard'])('%j finds first what has it as a word', (search) => {
    const found = ids(catalogueRows(offers, search, { favourites: [], recent: [], titles }))
    const has = found.map((id) => new RegExp(`(?:^|[:_-])${search}`).test(id))
    expect(has[0]).toBe(true)
    expect(has.slice(0, has.filter(Boolean).length).every(Boolean)).toBe(true)
  })

  it('"math" finds its family only: no description that has its letters somewhere', () => {
    const found = ids(catalogueRows(offers, 'math', { favourites: [], recent: [], titles }))
    expect(found.length).toBeGreaterThan(10)
    for (const id of found) expect(id).toMatch(/^math:/)
  })

  it.each([
    ['mastermind', ['easy', 'hard', 'random'].map((level) => `game:Mastermind-v0-${level}`)],
    ['code', ['code:numbers', 'code:texts', 'game:Mastermind-v0-easy']],
    ['easy sokoban', ['game:Sokoban-v0-easy']],
    ['wrdle', ['easy', 'hard', 'random'].map((level) => `game:Wordle-v0-${level}`)],
  ])('%j finds first what is named so, then what is described so, each as listed', (search, first) => {
    const found = ids(catalogueRows(offers, search, { favourites: [], recent: [], titles }))
    expect(found.slice(0, first.length)).toEqual(first)
  })

  it('"tool" finds what has one', () => {
    const found = ids(catalogueRows(offers, 'tool', { favourites: [], recent: [], titles }))
    const tools = ['qa:one-hop-search', 'qa:two-hops-search', 'math:mixed-python']
    expect(found.slice(0, 3).toSorted()).toEqual(tools.toSorted())
  })

  it('finds all of a family that is larger than ten', () => {
    const family = offers.filter(({ id }) => id.startsWith('game:')).map(({ id }) => id)
    expect(family.length).toBeGreaterThan(10)
    expect(ids(catalogueRows(offers, 'game:', { favourites: [], recent: [], titles }))).toEqual(
      expect.arrayContaining(family),
    )
  })

  it('accepts an id that nobody lists', () => {
    const rows = catalogueRows([], 'eval:MATH500', { favourites: [], recent: [], titles })
    expect(ids(rows)).toEqual(['eval:MATH500'])
    expect(ids(catalogueRows(offers, 'no such thing', { favourites: [], recent: [], titles }))).toEqual([])
  })

  it.each([
    ['the first from nowhere', undefined, 1, 0],
    ['the first from nowhere, backwards', undefined, -1, 0],
    ['over a heading', 0, 1, 1],
    ['back over a heading', 1, -1, 0],
    ['no further than the top', 0, -1, 0],
    ['no further than the end', -1, 1, -1],
  ] as const)('arrows choose %s', (_, from, by, to) => {
    const rows = catalogueRows(offers, '', { favourites: ['rg:gcd'], recent: [], titles })
    const listed = itemsIn(rows)
    const current = from === undefined ? undefined : listed.at(from)
    expect(adjacentItem(listed, current, by)).toBe(listed.at(to))
    expect(adjacentItem([], undefined, by)).toBeUndefined()
  })
})

it.each([
  ['a file has its name', { name: 'run.jsonl' }, 'run.jsonl'],
  [
    'what was collected, one in the language of the reader',
    { name: '2 episodes', collected: 2 },
    '资料库中的 2 个回合',
  ],
] as const)('of sets of recordings, %s', (_, head, title) => {
  const chinese: Text = (key, values) =>
    `${environmentsMessagesZh[key as keyof typeof environmentsMessagesZh]}`.replace(
      '{count}',
      String(values?.['count']),
    )
  expect(
    nameOfSet(chinese, { id: 's', started: 0, cut: 0, unread: { records: 0, first: [] }, ...head }),
  ).toBe(title)
})

describe('tags', () => {
  it.each([
    ['stuck wall', ['stuck', 'wall']],
    [' stuck,, wall\tstuck ', ['stuck', 'wall']],
    ['', []],
    [' , ', []],
  ])('%j is read as %j', (typed, tags) => expect(tagsIn(typed)).toEqual(tags))
})

describe('the library', () => {
  const solved = append(
    freshEpisode({ id: 'solved', changed: 1 }),
    event('win', 0, { terminated: true, reward: 1 }),
  )
  const left = played(freshEpisode({ id: 'bug', seed: 99 }), 'left')
  const remark = { event: 1, verdict: 'bug' as const, note: 'wall', tags: ['stuck', 'corner'] }
  const bug = { ...after(left, { entry: { kind: 'remark', remark }, at: 9 }) }
  const file = freshEpisode({ id: 'file', source: 'file', origin: 'run.jsonl', changed: 5 })
  const rows = [{ ...solved, changed: 1 }, bug, file].map(summaryOf)
  const found = (filter: object, inside: string[] = []) =>
    filterLibrary(rows, { ...NO_FILTER, ...filter }, new Set(inside)).map(({ id }) => id)

  it.each([
    [{}, ['bug', 'file', 'solved']],
    [{ search: 'seed 99' }, ['bug']],
    [{ search: 'hanoi 99' }, ['bug']],
    [{ search: 'tower of hanoi, easy seed 99' }, ['bug']],
    [{ search: 'run.jsonl' }, ['file']],
    [{ end: 'solved' }, ['solved']],
    [{ remark: 'bug' }, ['bug']],
    [{ remark: 'noted' }, ['bug']],
    [{ remark: 'expected' }, []],
    [{ source: 'file' }, ['file']],
    [{ search: 'corner' }, ['bug']],
    [{ search: 'nowhere' }, []],
  ])('%j finds %j', (filter, expected) => expect(found(filter)).toEqual(expected))

  it('passes over what a reset left behind, until it is asked for', () => {
    const empty = freshEpisode({ id: 'empty', changed: 9 })
    const noted = after(empty, { entry: { kind: 'remark', remark: { note: 'odd start' } }, at: 9 })
    const list = (wanted: boolean, one: typeof empty) =>
      filterLibrary([summaryOf(one)], { ...NO_FILTER, empty: wanted }).length
    const tagged = after(empty, { entry: { kind: 'remark', remark: { tags: ['start'] } }, at: 9 })
    const untagged = after(tagged, { entry: { kind: 'remark', remark: { tags: [] } }, at: 10 })
    expect([list(false, empty), list(true, empty), list(false, noted), list(false, file)]).toEqual([
      0, 1, 1, 1,
    ])
    expect([list(false, tagged), list(false, untagged)]).toEqual([1, 0])
  })

  it('says that there are no episodes, not that none match, where only empty ones are left out', () => {
    expect(
      [{}, { search: ' ' }, { search: 'a' }, { end: 'solved' as const }, { empty: true }].map((filter) =>
        isUnfiltered({ ...NO_FILTER, ...filter }),
      ),
    ).toEqual([true, true, false, false, false])
  })

  it('knows a file by the line that it told, not by what was replayed since', () => {
    const told = append(freshEpisode({ source: 'file' }), event('win', 0, { reward: 1, by: 'file' }))
    const replayed = append(visit(told, 0), event('win', 0, { reward: 0, by: 'replay', differsFrom: 1 }))
    expect(summaryOf(replayed)).toMatchObject({ return: 1, steps: 1 })
    expect(summaryOf({ ...replayed, source: 'bench' })).toMatchObject({ return: 0 })
  })

  it('finds what the core found inside, under the other filters', () => {
    expect(found({ search: 'a wall' }, ['bug', 'file'])).toEqual(['bug', 'file'])
    expect(found({ search: 'a wall', source: 'file' }, ['bug', 'file'])).toEqual(['file'])
  })
})

describe('the lines that can be compared', () => {
  const older = { ...played(freshEpisode({ id: 'older', seed: null }), 'a'), changed: 1 }
  const branched = visit(played(freshEpisode({ id: 'branched' }), 'a', 'b'), 1)
  const newer = { ...append(branched, event('c', 1, { reward: 1 })), changed: 2 }

  it('are the branches of every episode, the newest episode first', () => {
    const words: Text = (key, values) =>
      values ? Object.values(values).join(' ') : (key.split('.').at(-1) ?? '')
    expect(lineChoices([older, newer].map(summaryOf), words).map(({ line, label }) => [line, label])).toEqual(
      [
        [{ episode: 'branched', event: 2 }, 'Tower of Hanoi easy 7 2 0'],
        [{ episode: 'branched', event: 3 }, 'Tower of Hanoi easy 7 2 1'],
        [{ episode: 'older', event: 1 }, 'Tower of Hanoi easy unseeded 1 0'],
      ],
    )
  })

  it('are for a comparison of two episodes those whose figures the library shows', () => {
    expect([older, newer].map(summaryOf).map(mainLineOf)).toEqual([
      { episode: 'older', event: 1 },
      { episode: 'branched', event: 3 },
    ])
    expect(mainLineOf({ ...summaryOf(newer), lines: [] })).toBeUndefined()
  })

  it('are capped', () => {
    const many = Array.from({ length: LINE_LIMIT + 1 }, (_, i) => summaryOf(freshEpisode({ id: `${i}` })))
    expect(lineChoices(many, () => '')).toHaveLength(LINE_LIMIT)
  })
})

it.each([
  ['running', true, 'environments.end.running'],
  ['running', false, 'environments.library.left'],
  ['solved', false, 'environments.end.solved'],
] as const)('an episode that is %s, its environment there: %s', (end, isLive, key) => {
  expect(stateOf(end, isLive)).toBe(key)
})

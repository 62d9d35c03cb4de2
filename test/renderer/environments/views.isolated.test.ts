import { Tooltip } from 'radix-ui'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { environmentTabSchema } from '#shared/environments/tab.ts'
import { builtInEntry } from '#shared/gem/catalogue/index.ts'
import { TERMINAL_STATE } from '#shared/gem/episode.ts'
import { append, event, freshEpisode, played, visit } from '../../shared/environments/episodes.ts'

// No texts are registered, so a message is its key.
vi.stubGlobal('window', { addEventListener: () => undefined })
vi.stubGlobal('navigator', { platform: 'Linux' })
vi.stubGlobal('document', { addEventListener: () => undefined, querySelector: () => null })

const envId = 'game:TowerofHanoi-v0-easy'
const tab = environmentTabSchema.parse({ kind: 'environment', id: 't', platform: 'p', envId })
const text = (element: ReactElement): string =>
  renderToStaticMarkup(createElement(Tooltip.Provider, null, element)).replaceAll(/<[^>]+>/g, '|')

const load = async () => ({
  ...(await import('../../../renderer/environments/record/branches.tsx')),
  ...(await import('../../../renderer/environments/record/model-view.tsx')),
  ...(await import('../../../renderer/environments/view/play-pane.tsx')),
  ...(await import('../../../renderer/environments/record/transcript.tsx')),
})
let views: Awaited<ReturnType<typeof load>>
beforeAll(async () => {
  views = await load()
}, 60_000)

describe('what the user reads of a record', () => {
  it('lanes with their names, ends and returns', () => {
    const branched = append(visit(played(freshEpisode(), 'a', 'b'), 1), event('x', 1, { name: 'mine' }))
    const shown = text(createElement(views.Branches, { tab, episode: branched }))
    expect(shown).toMatch(/branches\.first.*end\.running.*mine/s)
  })

  it('the model’s side of a step', () => {
    const model = {
      endpoint: 'Mine',
      model: 'm',
      again: 0,
      messages: [{ role: 'user' as const, content: 'Your move?' }],
      reply: 'I say \\boxed{a}',
      reasoning: 'hm',
      milliseconds: 1200,
      retries: [{ status: 429, wait: 1000 }],
    }
    const episode = append(freshEpisode(), event('a', 0, { by: 'endpoint', model }))
    const shown = text(createElement(views.ModelView, { episode }))
    for (const part of ['Mine', 'Your move?', 'I say \\boxed{a}', 'hm', 'retries'])
      expect(shown).toContain(part)
  })

  it('where an environment failed, frame by frame, in the row that is opened', () => {
    const frames = ['guess.py, line 39, in explode: return {}["nine"]', 'KeyError: nine']
    const exchange = {
      method: 'POST',
      url: 'u',
      request: {},
      status: 500,
      response: { traceback: frames },
      milliseconds: 1,
    }
    const failure = { code: 'GEM_RUNTIME', message: 'failed in step' }
    const episode = append(freshEpisode(), event('a', 0, { failure, exchange }))
    const row = { event: episode.events[1]!, turn: 1, total: 0 }
    const line = {
      row,
      index: 1,
      at: 0,
      place: {},
      envId,
      grammar: undefined,
      measure: () => {},
      onChoose: () => {},
      onToggle: () => {},
    }
    const shown = (isOpen: boolean) => text(createElement(views.TranscriptLine, { ...line, isOpen }))
    expect(shown(true)).toMatch(/failed in step\nguess.py, line 39.*KeyError/s)
    expect(shown(false)).not.toContain('line 39')
  })

  it('a tool call as the end of a reply that is whole', () => {
    const model = { endpoint: 'M', model: 'm', again: 0, messages: [], reply: 'x', milliseconds: 1 }
    const shown = (finish: string) =>
      text(
        createElement(views.ModelView, {
          episode: append(freshEpisode(), event('a', 0, { model: { ...model, finish } })),
        }),
      )
    expect(shown('tool_calls')).not.toContain('tool_calls')
    expect(shown('length')).toContain('length')
  })

  it('a question with its answer, whether that is right, and the expected one', () => {
    const asked = 'Find the Greatest Common Divisor (GCD) of these numbers: 12 and 18.'
    const opening = { ...event(null, null), id: 0, at: 0, observation: asked }
    const answer = { observation: TERMINAL_STATE, reward: 0, terminated: true, truncated: true }
    const episode = append(
      freshEpisode({ envId: 'rg:gcd', events: [opening] }),
      event('\\boxed{5}', 0, answer),
    )
    const shown = text(createElement(views.QuestionView, { episode, entry: builtInEntry('rg:gcd') }))
    for (const part of [asked, '|5|', 'answer.wrong', 'environments.expected']) expect(shown).toContain(part)
  })

  it('the expected answer to a question with a search, never a search: from what was found', () => {
    const asked =
      'In which town was the builder of the Lun observatory born?\nTo look it up: <search>…</search>'
    const found = 'The Lun observatory stands in Galwick. It was built by Ines Corstad in 1869.'
    const born = 'Ines Corstad was a builder. Ines was born in Tarnow in 1802.'
    const answer = { observation: TERMINAL_STATE, reward: 0, terminated: true, truncated: true }
    const shown = (observation: string): string => {
      const opening = { ...event(null, null), id: 0, at: 0, observation: asked }
      const search = event('<search>it</search>', 0, { observation, info: { use_tool: true } })
      const searched = append(freshEpisode({ envId: 'qa:two-hops-search', events: [opening] }), search)
      const episode = append(searched, event('<answer>Oslo</answer>', 1, answer))
      const entry = builtInEntry('qa:two-hops-search')
      return text(createElement(views.QuestionView, { episode, entry }))
    }
    expect(shown(`${found}\n${born}`)).toContain('Tarnow')
    expect(shown(found)).toContain('environments.expected.unknown')
  })

  it.each([
    ['\\boxed{a}', undefined],
    ['I think \\boxed{a}', 'prose'],
    ['a', 'bare'],
  ])('%s is shown as it was sent, and marked: %s', (action, wording) => {
    const episode = append(freshEpisode(), event(action, 0))
    const nothing = (): undefined => undefined
    const line = createElement(views.TranscriptLine, {
      row: { event: episode.events[1]!, turn: 1, total: 0 },
      index: 1,
      at: 1,
      place: {},
      isOpen: true,
      envId,
      grammar: undefined,
      measure: nothing,
      onChoose: nothing,
      onToggle: nothing,
    })
    expect(text(line)).toContain(action)
    // A mark may be an icon, whose name is only in the markup.
    const markup = renderToStaticMarkup(createElement(Tooltip.Provider, null, line))
    expect(/wording\.(\w+)/.exec(markup)?.[1]).toBe(wording)
  })

  it('a step on which the environment failed, with its reason', () => {
    const failure = { code: 'GEM_RUNTIME', message: 'ZeroDivisionError' }
    const episode = append(freshEpisode(), event('a', 0, { failure, observation: null }))
    const nothing = (): undefined => undefined
    const line = createElement(views.TranscriptLine, {
      row: { event: episode.events[1]!, turn: 1, total: 0 },
      index: 1,
      at: 0,
      place: {},
      isOpen: false,
      envId,
      grammar: undefined,
      measure: nothing,
      onChoose: nothing,
      onToggle: nothing,
    })
    expect(text(line)).toMatch(/ZeroDivisionError.*environments\.failed/s)
  })
})

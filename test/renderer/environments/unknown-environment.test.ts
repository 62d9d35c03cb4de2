import { expect, it } from 'vitest'
import { sentencesEn } from '#shared/workbench/sentences/en.ts'
import { isUnknownEnvironment, similarTo } from '../../../renderer/environments/view/unknown-environment.tsx'

const failure = (near?: string) => ({
  code: 'GEM_NO_ENVIRONMENT',
  message: sentencesEn['GEM_NO_ENVIRONMENT.near'].message,
  said: { key: 'GEM_NO_ENVIRONMENT.near', values: { id: 'game:Wordl', near } },
})

it.each([
  ['game:Wordle-v0-easy, game:Wordle-v0-hard', ['game:Wordle-v0-easy', 'game:Wordle-v0-hard']],
  [undefined, []],
])('the platform’s suggestions %j can be opened one by one', (near, ids) => {
  expect(similarTo(failure(near))).toEqual(ids)
})

it('only an environment that is not there is one', () => {
  expect(isUnknownEnvironment(failure())).toBe(true)
  expect(isUnknownEnvironment({ code: 'GEM_TIMEOUT', message: '' })).toBe(false)
  expect(isUnknownEnvironment(undefined)).toBe(false)
})

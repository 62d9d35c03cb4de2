import { expect, it } from 'vitest'
import { say } from '#shared/workbench/sentences/sentence.ts'
import { mayHaveModel, stateMessage } from '../../../renderer/app/connection-state.ts'

const refused = { step: 'signIn' as const, message: '', lastLines: [] as string[] }

it.each([
  ['platform', 'failed', refused, 'app.state.unauthorised'],
  ['model', 'failed', refused, 'app.state.signIn'],
  ['model', 'failed', { ...refused, ...say('START.keyRefused', { name: 'M' }) }, 'app.state.unauthorised'],
  [
    'model',
    'failed',
    { ...refused, ...say('START.keyExpired', { name: 'M', key: 'k' }) },
    'app.state.unauthorised',
  ],
  ['platform', 'failed', { ...refused, step: 'request' as const }, 'app.state.failed'],
  ['platform', 'ready', undefined, 'app.state.ready'],
] as const)('a %s that is %s: %s is called %s', (kind, state, failure, word) => {
  expect(stateMessage({ kind, state, failure })).toBe(word)
})

it('a program without consent is not called stopped', () => {
  const consent = { launch: { commandLine: 'npx server', env: [] } }
  expect(stateMessage({ kind: 'model', state: 'stopped', consent })).toBe('app.state.consent')
  expect(stateMessage({ kind: 'model', state: 'ready', consent })).toBe('app.state.ready')
})

it.each([
  ['model', 'ready', 'umodel', true],
  ['model', 'ready', undefined, false],
  ['model', 'stopped', undefined, true],
  ['platform', 'ready', undefined, false],
] as const)('a %s that is %s and speaks %s may have a model: %s', (kind, state, prefix, may) => {
  expect(mayHaveModel({ kind, state, prefix })).toBe(may)
})

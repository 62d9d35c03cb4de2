import { expect, it } from 'vitest'
import { stateWord } from '../../../renderer/app/connection-state.ts'

const refused = { step: 'signIn' as const, message: '', lastLines: [] as string[] }

it.each([
  ['platform', 'failed', refused, 'app.state.unauthorised'],
  ['model', 'failed', refused, 'app.state.signIn'],
  ['platform', 'failed', { ...refused, step: 'request' as const }, 'app.state.failed'],
  ['platform', 'ready', undefined, 'app.state.ready'],
] as const)('a %s that is %s: %s is called %s', (kind, state, failure, word) => {
  expect(stateWord({ kind, state, failure })).toBe(word)
})

it('a program that nobody has allowed to run is not called stopped', () => {
  const consent = { launch: { commandLine: 'npx server', env: [] } }
  expect(stateWord({ kind: 'model', state: 'stopped', consent })).toBe('app.state.consent')
  expect(stateWord({ kind: 'model', state: 'ready', consent })).toBe('app.state.ready')
})

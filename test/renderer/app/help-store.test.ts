import { expect, it } from 'vitest'
import { closeHelp, openHelp, useHelp } from '../../../renderer/app/help-store.ts'
import { useRoute } from '../../../renderer/app/route.ts'

const at = (bench: string): void => useRoute.setState({ bench })
const topic = (): string => useHelp.getState().topic

it('opens at what suits the bench, not where it was left', () => {
  at('query')
  openHelp()
  expect(topic()).toBe('spl')
  openHelp('keys')
  closeHelp()
  at('environments')
  openHelp()
  expect(topic()).toBe('environments')
  closeHelp()
  at('explorer')
  openHelp()
  expect(topic()).toBe('words')
})

it('stays where it is open', () => {
  openHelp('errors')
  at('query')
  openHelp(undefined, 'where')
  expect(topic()).toBe('errors')
})

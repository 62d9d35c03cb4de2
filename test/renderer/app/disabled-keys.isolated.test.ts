import { afterEach, expect, it, vi } from 'vitest'
import type { MessageKey } from '../../../renderer/i18n/text.ts'

vi.stubGlobal('navigator', { platform: 'Linux' })
const NAME = 'app.name' as MessageKey
const { declareCommands, handleCommands } = await import('../../../renderer/app/commands.ts')
const { runByKeys, setKeymap } = await import('../../../renderer/app/keys.ts')
const { showRemark, useRemark } = await import('../../../renderer/app/remark-store.ts')

afterEach(() => showRemark(undefined))

const pressed = (chord: string, inField = false): string | (() => string) | undefined => {
  const parts = chord.split('+')
  runByKeys({
    key: parts.at(-1),
    ctrlKey: parts.includes('Mod'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    metaKey: false,
    target: { closest: () => (inField ? {} : null) },
    preventDefault: () => undefined,
  } as unknown as KeyboardEvent)
  return useRemark.getState().remark?.text
}

it.each([
  { keys: 'Mod+Alt+K', says: true, inField: true },
  { keys: 'Mod+Enter', says: true, inField: true },
  { keys: 'F7', says: true, inField: true },
  { keys: 'Mod+Z', says: true, inField: false },
  // The field takes back its own edit.
  { keys: 'Mod+Z', says: false, inField: true },
  // Escape means many things.
  { keys: 'Escape', says: false, inField: false },
])('says why $keys does nothing: $says, in a field: $inField', ({ keys, says, inField }) => {
  const id = `test.${keys}`
  declareCommands([{ id, title: NAME, keys }], { group: NAME })
  const stop = handleCommands({ [id]: { run: () => undefined, disabled: 'Choose a sandbox.' } })
  expect(pressed(keys, inField)).toBe(says ? 'Choose a sandbox.' : undefined)
  stop()
})

it('says nothing where another command has the keys and runs', () => {
  const ran = vi.fn<() => void>()
  for (const id of ['test.off', 'test.on'])
    declareCommands([{ id, title: NAME, keys: 'Mod+Alt+J' }], { group: NAME })
  const stop = handleCommands({ 'test.off': { run: ran, disabled: 'Not now.' }, 'test.on': () => ran() })
  expect(pressed('Mod+Alt+J')).toBeUndefined()
  stop()
})

it('redoes with the key that other programs have for it, unless the user has bound that', () => {
  const [redo, own] = [vi.fn<() => void>(), vi.fn<() => void>()]
  declareCommands(
    [
      { id: 'test.redo', title: NAME, keys: 'Mod+Shift+Z' },
      { id: 'test.own', title: NAME },
    ],
    { group: NAME },
  )
  const stop = handleCommands({ 'test.redo': () => redo(), 'test.own': () => own() })
  pressed('Mod+Y')
  expect([redo, own].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  setKeymap({ 'test.own': 'Mod+Y' })
  pressed('Mod+Y')
  expect([redo, own].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  setKeymap({})
  stop()
})

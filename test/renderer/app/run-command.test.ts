import { afterEach, expect, it, vi } from 'vitest'
import type { MessageKey } from '../../../renderer/i18n/text.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { declareCommands, handleCommands } from '../../../renderer/app/commands.ts'
import { showRemark, useRemark } from '../../../renderer/app/remark-store.ts'
import { useRoute } from '../../../renderer/app/route.ts'
import { runCommand } from '../../../renderer/app/run-command.ts'

const NAME = 'app.name' as MessageKey

afterEach(() => showRemark(undefined))

it.each([
  {
    what: 'a failure of the core',
    thrown: new WorkbenchError({ code: 'NOT_FOUND', message: 'This terminal is closed.' }),
    said: 'This terminal is closed.',
  },
  { what: 'an error', thrown: new Error('No room.'), said: 'No room.' },
  { what: 'a cancelled action, silently', thrown: new DOMException('', 'AbortError'), said: undefined },
])('says $what that a command does not show itself', async ({ thrown, said }) => {
  const stop = handleCommands({ 'test.fail': () => Promise.reject(thrown) })
  expect(await runCommand('test.fail')).toBe(true)
  expect(useRemark.getState().remark?.text).toBe(said)
  stop()
})

it('says nothing of a command that succeeds, is unknown or disabled', async () => {
  const stop = handleCommands({ 'test.well': () => 1, 'test.off': { run: () => 2, disabled: 'Not now.' } })
  expect([
    await runCommand('test.well'),
    await runCommand('test.none'),
    await runCommand('test.off'),
  ]).toEqual([true, false, false])
  expect(useRemark.getState().remark).toBeUndefined()
  stop()
})

it('does what leads to another bench without opening its own', async () => {
  const run = vi.fn()
  const load = (): Promise<typeof run> => Promise.resolve(run)
  declareCommands([{ id: 'test.away', title: NAME, load }], { bench: 'start', group: NAME })
  const before = useRoute.getState()
  expect(await runCommand('test.away', 'there')).toBe(true)
  expect(run).toHaveBeenCalledWith('there')
  expect(useRoute.getState()).toBe(before)
})

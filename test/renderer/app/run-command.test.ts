import { afterEach, expect, it } from 'vitest'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { handleCommands } from '../../../renderer/app/commands.ts'
import { showRemark, useRemark } from '../../../renderer/app/remark-store.ts'
import { runCommand } from '../../../renderer/app/run-command.ts'

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

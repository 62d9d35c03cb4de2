import { expect, it } from 'vitest'
import { SandboxPlatformError } from '../../../../electron/workbench/sandboxes/client/index.ts'
import { translated } from '../../../../electron/workbench/sandboxes/platforms.ts'

it.each([
  [
    'End Of File (EOF). Exception style platform.\n<pexpect.pty_spawn.spawn object at 0x7f>\ncommand: /bin/bash\nexitstatus: 7\nflag_eof: True',
    'End of file: the shell of the session ended.',
    7,
  ],
  [
    'End Of File (EOF): The shell ended with exit code 3. Its last output: one\ntwo',
    'The shell ended with exit code 3.',
    3,
  ],
  ["session 'a' does not exist", "session 'a' does not exist", undefined],
])('an ended shell is reported in a sentence, with its exit code: %j', (message, reason, code) => {
  const error = new SandboxPlatformError('FAILED', 'run', message)
  expect(error.isSessionGone).toBe(true)
  expect(error.reason).toBe(reason)
  expect(error.shellExitCode).toBe(code)
})

it('any other failure is reported unchanged', () => {
  const error = new SandboxPlatformError('FAILED', 'run', 'sandbox a not found')
  expect(error.reason).toBe('sandbox a not found')
  expect(error.shellExitCode).toBeUndefined()
})

it('one of a paused sandbox is reported without its id', () => {
  const error = new SandboxPlatformError('FAILED', 'run', 'sandbox 3f2a is paused: resume it first')
  expect(translated(error)).toMatchObject({ code: 'SANDBOX_PAUSED', message: 'The sandbox is paused.' })
})

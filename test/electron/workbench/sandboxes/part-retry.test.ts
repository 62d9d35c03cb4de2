import { expect, it } from 'vitest'
import { Files } from '../../../../electron/workbench/sandboxes/client/files.ts'
import type { SandboxPlatform } from '../../../../electron/workbench/sandboxes/client/index.ts'

/** Files of a platform whose commands end with these codes in turn, the last one ever after. */
function filesEnding(codes: readonly number[]) {
  let calls = 0
  const execute = () => {
    const code = codes[Math.min(calls++, codes.length - 1)]
    return Promise.resolve({ stdout: code === 0 ? 'b2s=' : '', stderr: '', exit_code: code })
  }
  return { files: new Files({ execute } as unknown as SandboxPlatform), calls: () => calls }
}

it('reads a part again whose reader was killed', async () => {
  const { files, calls } = filesEnding([137, 137, 0])
  expect((await files.readBytes('id', '/file', 0, 2)).toString()).toBe('ok')
  expect(calls()).toBe(3)
})

it('gives up after some attempts and names the cause', async () => {
  const { files, calls } = filesEnding([137])
  await expect(files.readBytes('id', '/file', 0, 2)).rejects.toThrow(
    /killed in the sandbox \(exit code 137\)/,
  )
  expect(calls()).toBe(4)
})

it.each([1, 2, 126])('does not repeat a refusal with exit code %d', async (code) => {
  const { files, calls } = filesEnding([code])
  await expect(files.readBytes('id', '/file', 0, 2)).rejects.toThrow(`exit code ${code}`)
  expect(calls()).toBe(1)
})

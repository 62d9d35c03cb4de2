import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Files } from '../../../../electron/workbench/sandboxes/client/files.ts'
import type { SandboxPlatform } from '../../../../electron/workbench/sandboxes/client/index.ts'

/** The files of a platform whose commands exit with these codes in turn, repeating the last one. */
function filesEnding(codes: readonly number[]) {
  let calls = 0
  const execute = () => {
    const code = codes[Math.min(calls++, codes.length - 1)]
    return Promise.resolve({ stdout: 'b2s=', stderr: 'tail=0\nhead=0\n', exit_code: code })
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

describe.each(['tail', 'head', 'base64', 'sh'])('when %s is killed half way', (victim) => {
  let folder: string
  let calls: number
  let files: Files
  const content = randomBytes(300_000)

  beforeAll(async () => {
    calls = 0
    folder = await mkdtemp(join(tmpdir(), 'orrery-part-'))
    await writeFile(join(folder, 'file'), content)
    const half = victim === 'sh' ? '' : `/usr/bin/${victim} "$@" | /usr/bin/head -c 1000; `
    const script = `#!/bin/sh\nif mkdir ${folder}/once 2>/dev/null; then ${half}kill -9 $$; fi\nexec /usr/bin/${victim} "$@"\n`
    await writeFile(join(folder, victim), script)
    await chmod(join(folder, victim), 0o755)
    /** Runs on this machine what the platform would run in a sandbox. */
    const execute = (_id: string, argv: readonly string[]) => {
      calls += 1
      return new Promise((resolve) => {
        const env = { PATH: `${folder}:/usr/bin:/bin` }
        const options = { env, maxBuffer: 2 ** 24 }
        const file = argv[0] === 'sh' && victim === 'sh' ? join(folder, 'sh') : (argv[0] ?? '')
        execFile(file, argv.slice(1), options, (error, stdout, stderr) => {
          const code = error ? (error.signal === 'SIGKILL' ? 137 : Number(error.code)) : 0
          resolve({ stdout, stderr, exit_code: code })
        })
      })
    }
    files = new Files({ execute } as unknown as SandboxPlatform)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('the part is read again, whole', async () => {
    const part = await files.readBytes('id', join(folder, 'file'), 1_234, 200_000)
    expect(part.equals(content.subarray(1_234, 201_234))).toBe(true)
    expect(calls).toBe(2)
    const rest = await files.readBytes('id', join(folder, 'file'), 201_234, 200_000)
    expect(rest.equals(content.subarray(201_234))).toBe(true)
    expect((await files.readBytes('id', join(folder, 'file'), 400_000, 10)).length).toBe(0)
  })
})

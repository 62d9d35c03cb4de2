import { EventEmitter } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../../../../../electron/sandbox-server/runtime/engine/engine.ts'
import { EngineIsolate } from '../../../../../electron/sandbox-server/runtime/engine/isolate.ts'
import { hasTerminals } from '../../../../../electron/sandbox-server/runtime/local-process.ts'

/** How a program says that it has begun, for a shell. */
const BEGUN = String.raw`\001`
const BEGAN = `printf '${BEGUN}'; `

describe.skipIf(!hasTerminals() || process.platform === 'win32')('a terminal of an engine', () => {
  let folder: string
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'orrery-unknown-user-'))))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** A client of an engine that runs `script`. */
  function openedBy(script: string, user: string | undefined) {
    const name = join(folder, 'docker')
    writeFileSync(name, `#!/bin/sh\n${script}\n`)
    chmodSync(name, 0o755)
    const engine = { name, succeeds: () => Promise.resolve(true) } as unknown as Engine
    const inside = { home: '/root', env: {} } as ConstructorParameters<typeof EngineIsolate>[3]
    const isolate = new EngineIsolate(engine, 'one', new EventEmitter() as ChildProcess, inside)
    const terminal = isolate.openTerminal({ argv: ['/bin/sh'], rows: 24, cols: 80, user })
    let text = ''
    terminal.onData((bytes) => (text += bytes.toString()))
    return terminal.exited.then(({ code }) => ({ code, text }))
  }

  // Far longer than a test may take: only ending the client passes.
  test('ends with the engine’s words when the image lacks its user, though the client waits on', async () => {
    const { code, text } = await openedBy(
      'echo "unable to find user who: no matching entries"; sleep 600',
      'who',
    )
    expect(code).toBe(126)
    expect(text).toContain('unable to find user who: no matching entries')
  })

  test.each([
    'OCI runtime exec failed: exec failed: chdir to cwd ("/nowhere") set in config.json failed: unknown',
    'failed to create runc console socket: no space left on device: unknown',
    'unable to find group staff: no matching entries in group file',
  ])('ends with the engine’s words %j, after a warning of the client', async (words) => {
    const { code, text } = await openedBy(
      `echo "WARNING: Error loading config file"; echo '${words}'; sleep 600`,
      undefined,
    )
    expect(code).toBe(126)
    expect(text).toContain(words)
  })

  test('goes on after a warning of the client, and shows all but the sign of the program', async () => {
    const { code, text } = await openedBy(
      `echo "WARNING: slow"; printf 'DEPRECATED: old\n${BEGUN}OCI runtime exec failed: said by a program\n'; exit 3`,
      undefined,
    )
    expect(code).toBe(3)
    expect(text).toBe('WARNING: slow\r\nDEPRECATED: old\r\nOCI runtime exec failed: said by a program\r\n')
  })

  test.each([
    ['of another user', `${BEGAN}echo "unable to find user who: no"; exit 3`, 'other'],
    ['without a user', `${BEGAN}echo "unable to find user who: no"; exit 3`, undefined],
    ['that says so later', `${BEGAN}echo "first"; echo "unable to find user who: no"; exit 3`, 'who'],
  ])('%s keeps its exit code', async (_what, script, user) => {
    expect((await openedBy(script, user)).code).toBe(3)
  })
})

import { EventEmitter } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../../../../../electron/sandbox-server/runtime/engine/engine.ts'
import { EngineIsolate } from '../../../../../electron/sandbox-server/runtime/engine/isolate.ts'
import { hasTerminals } from '../../../../../electron/sandbox-server/runtime/local-process.ts'

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
    ['of another user', 'echo "unable to find user who: no"; exit 3', 'other'],
    ['without a user', 'echo "unable to find user who: no"; exit 3', undefined],
    ['that says so later', 'echo "first"; echo "unable to find user who: no"; exit 3', 'who'],
  ])('%s keeps its exit code', async (_what, script, user) => {
    expect((await openedBy(script, user)).code).toBe(3)
  })
})

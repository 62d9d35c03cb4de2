import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const prefix = join(tmpdir(), 'orrery-test-')
const all = { recursive: true, force: true, maxRetries: 5 }

/** A folder of the running test's own, which is gone with it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(prefix)
  onTestFinished(() => rm(folder, all))
  return folder
}

/** A folder that all tests of a file or of a `describe` share; it is gone after what they end in their own `afterAll`. */
export function sharedFolder(): string {
  const folder = realpathSync(mkdtempSync(prefix))
  afterAll(() => rmSync(folder, all))
  return folder
}

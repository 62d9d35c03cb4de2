import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const prefix = join(tmpdir(), 'orrery-test-')
const all = { recursive: true, force: true, maxRetries: 5 }

/** Creates a folder that is deleted after the running test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(prefix)
  onTestFinished(() => rm(folder, all))
  return folder
}

/** Creates a folder shared by the tests of a file or `describe`; deleted after their own `afterAll` hooks. */
export function sharedFolder(): string {
  const folder = realpathSync(mkdtempSync(prefix))
  afterAll(() => rmSync(folder, all))
  return folder
}

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openAccess } from '../../../electron/model-server/server-access.ts'
import { whyUnwritable } from '../../../electron/node/folder-check.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

/** A folder in which not even root can make files. */
const FIXED = '/proc/sys'

describe.skipIf(process.platform !== 'linux')('a folder that cannot be written', () => {
  it('is told from one that can, and from one that is not made yet', async () => {
    expect(whyUnwritable(FIXED)).toBe('EACCES: permission denied')
    expect(whyUnwritable(join(FIXED, 'not', 'made'))).toBe('EACCES: permission denied')
    const folder = await temporaryFolder()
    expect(whyUnwritable(folder)).toBeUndefined()
    expect(whyUnwritable(join(folder, 'not', 'made'))).toBeUndefined()
  })

  it('is refused as the place of the audit when the model server starts, unless it has nothing to audit', async () => {
    const place = { access: FIXED, data: await temporaryFolder() }
    const open = (enableWrites: boolean) =>
      openAccess({ ...place, enableWrites }, (problem) => expect.unreachable(problem))
    await expect(open(true)).rejects.toThrow(
      `--access ${FIXED} cannot be written (EACCES: permission denied), and the audit is kept there.`,
    )
    await (await open(false)).close()
  })
})

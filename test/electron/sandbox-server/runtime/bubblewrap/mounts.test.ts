import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeTable } from '../../../../../electron/sandbox-server/runtime/bubblewrap/mounts.ts'
import { sharedFolder } from '../../../../temporary-folder.ts'

const folder = sharedFolder()

it.each([
  ['/plain', '/plain'],
  ['/with a blank', '/with\\040a\\040blank'],
  ['/a\tb\nc', '/a\\011b\\012c'],
  ['/back\\slash', '/back\\134slash'],
  ["/it's $HOME `id` %s", "/it's\\040$HOME\\040`id`\\040%s"],
])('%j is written to a table of mounts as %s', (path, written) => {
  const file = join(folder, 'table')
  execFileSync('sh', ['-c', writeTable(file, [[path, '/place', 'none', 'bind']])])
  expect(readFileSync(file, 'utf8')).toBe(`${written} /place none bind 0 0\n`)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WANTED } from '../tooling/prepare.mjs'
import { root, tracked } from './tracked.ts'

/** Programs present on every Debian. */
const ESSENTIAL = ['bash', 'sh']

/** The programs whose absence skips tests: in a reason, by name, or in a table row. */
const FORMS = [
  /['"](\S+) is not installed['"]/g,
  /\b(?:findTool|lacks)\('([a-z][a-z0-9.-]*)'\)/g,
  /^ {4}\[\s*'[^']+',\s*'([a-z]+)',\s*(?:'|String\.raw)/gm,
]
const PROGRAM_TABLES = 'test/electron/sandbox-server/terminal-programs.server.test.ts'

const wanted = tracked
  .filter((path) => path.startsWith('test/') && !path.startsWith('test/peers/') && path.endsWith('.ts'))
  .flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    const forms = path === PROGRAM_TABLES ? FORMS : FORMS.slice(0, 2)
    return forms.flatMap((form) => Array.from(source.matchAll(form), ([, name = '']) => ({ path, name })))
  })

// A suite that needs something nobody installs is skipped on every fresh machine, unnoticed.
it('what suites look for is installed before them, where that may be', () => {
  const names = new Set([...ESSENTIAL, ...WANTED.map(({ name }) => name)])
  expect(wanted.length).toBeGreaterThan(15)
  expect(wanted.filter(({ name }) => !names.has(name))).toEqual([])
  // Programs the sandboxes themselves use for outgoing connections past the proxy.
  for (const name of ['pasta', 'ip']) expect(names).toContain(name)
})

/**
 * Runs a Java program of this folder with libraries until stdin ends, in a temporary folder: `node java.mjs
 * LIBRARIES PROGRAM.java ARGUMENTS…`. The folder is passed before the arguments.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [libraries = '', program = '', ...args] = process.argv.slice(2)
const home = await mkdtemp(join(tmpdir(), 'orrery-peer-'))
const source = fileURLToPath(new URL(program, import.meta.url))
const java = spawn('java', ['-Xmx512m', '-cp', join(libraries, '*'), source, home, ...args], {
  stdio: 'inherit',
})
java.once(
  'exit',
  (code) => void rm(home, { recursive: true, force: true }).then(() => process.exit(code ?? 1)),
)

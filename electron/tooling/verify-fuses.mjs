/**
 * Reads the fuses out of the packed app and compares them with `electron-builder.yml`; `npm run pack` ends with it. A signed
 * app whose fuses were not flipped looks the same from outside, so this is the only way to know.
 *
 *   node electron/tooling/verify-fuses.mjs [folder that electron-builder wrote]
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { packedApp, wrongFuses } from './fuses.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const release = process.argv[2] ?? join(root, 'release')

const app = await packedApp(release)
if (!app) {
  console.error(`There is no packed app under ${release}. Run npm run pack first.`)
  process.exit(1)
}
const { electronFuses = {} } = parse(await readFile(join(root, 'electron-builder.yml'), 'utf8'))
const wrong = await wrongFuses(app, electronFuses)
for (const sentence of wrong) console.error(sentence)
if (wrong.length === 0) console.log(`All ${Object.keys(electronFuses).length} fuses of ${app} are as wanted.`)
process.exit(wrong.length === 0 ? 0 : 1)

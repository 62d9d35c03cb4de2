/**
 * Compiles every Lezer grammar under `shared/` into `generated/` beside it. The output is committed, so that types and
 * tests need no build step; `test/electron/tooling/grammars.slow.test.ts` fails when a grammar and its output disagree.
 */
import { buildParserFile } from '@lezer/generator'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const shared = fileURLToPath(new URL('../../shared', import.meta.url))

/** @returns {Promise<{ file: string, text: string }[]>} every generated file with the text it should have */
export async function compileGrammars() {
  const names = (await readdir(shared, { recursive: true })).filter((name) => name.endsWith('.grammar'))
  const out = []
  for (const name of names.sort()) {
    const source = await readFile(join(shared, name), 'utf8')
    const { parser, terms } = buildParserFile(source, { fileName: name, typeScript: true, moduleStyle: 'es' })
    const folder = join(shared, dirname(name), 'generated')
    const stem = basename(name, '.grammar')
    out.push(
      {
        file: join(folder, `${stem}.ts`),
        text: parser.replaceAll(/from "\.\.?\/([^"]+?)(\.ts)?"/g, 'from "../$1.ts"'),
      },
      { file: join(folder, `${stem}.terms.ts`), text: terms },
    )
  }
  return out
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { file, text } of await compileGrammars()) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
// The build script is plain JavaScript so that it runs on every Node without a build.
// @ts-expect-error no declarations
import { compileGrammars } from '../../../electron/tooling/grammars.mjs'

it('generated parsers are those of their grammars (else run `npm run grammars`)', async () => {
  const files = (await compileGrammars()) as { file: string; text: string }[]
  expect(files.length).toBeGreaterThan(0)
  for (const { file, text } of files) expect(await readFile(file, 'utf8'), file).toBe(text)
}, 60_000)

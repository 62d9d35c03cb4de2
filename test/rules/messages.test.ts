import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, tracked } from './tracked.ts'

const files = tracked.filter((file) => /^renderer\/.*messages\.(?:en|zh)\.ts$/.test(file))
const languageOf = (file: string): string => /\.(en|zh)\.ts$/.exec(file)?.[1] ?? ''

/** The message keys in a file, including duplicates. */
const keysIn = (source: string): string[] =>
  [...source.matchAll(/^ {2}(['"]?)([\w.-]+)\1:/gm)].map(([, , key = '']) => key)

/** Duplicate keys of one language, of which one silently overrides the other. */
function saidTwice(language: string): string[] {
  const places = new Map<string, string>()
  return files
    .filter((file) => languageOf(file) === language)
    .flatMap((file) => keysIn(readFileSync(join(root, file), 'utf8')).map((key) => ({ file, key })))
    .flatMap(({ file, key }) => {
      const before = places.get(key)
      places.set(key, file)
      return before === undefined ? [] : [`${key}: ${before} and ${file}`]
    })
}

it.each(['en', 'zh'])('every text stands in one place (%s)', (language) => {
  expect(saidTwice(language)).toEqual([])
})

it('keys are found however they are quoted', () => {
  expect(keysIn(`{\n  'a.b': 'x: y',\n  "c.d-e": "z",\n  plain:\n    'q',\n}`)).toEqual([
    'a.b',
    'c.d-e',
    'plain',
  ])
  const found = files.flatMap((file) => keysIn(readFileSync(join(root, file), 'utf8')))
  expect(found.length).toBeGreaterThan(5_000)
})

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

/** The placeholders of every English text, by key. */
function placeholders(): ReadonlyMap<string, ReadonlySet<string>> {
  const entry = /^ {2}(['"]?)([\w.-]+)\1:((?:.|\n(?! {2}['"\w}]))*)/gm
  return new Map(
    files
      .filter((file) => languageOf(file) === 'en')
      .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(entry)])
      .map(([, , key = '', text = '']) => [
        key,
        new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name)),
      ]),
  )
}

/** The values that calls such as `t('key', { name, count: 3 })` give to texts, without nested expressions. */
function valuesIn(source: string): { readonly key: string; readonly names: string[] }[] {
  const given = /(?:\b(?:t|text|say)\(|\[)\s*'([\w.-]+)',\s*\{([^{}]*)\}/g
  return [...source.matchAll(given)].map(([, key = '', inside = '']) => {
    let flat = inside
    for (let before = ''; before !== flat;) {
      before = flat
      flat = flat.replaceAll(/\([^()[\]]*\)|\[[^()[\]]*\]|'[^']*'|`[^`]*`/g, '')
    }
    const names = flat.split(',').map((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1])
    return { key, names: names.filter((name) => name !== undefined) }
  })
}

it('values have the names that the texts give them', () => {
  const known = placeholders()
  const calls = tracked
    .filter((file) => /^renderer\/.*\.tsx?$/.test(file))
    .flatMap((file) => valuesIn(readFileSync(join(root, file), 'utf8')).map((call) => ({ file, ...call })))
    .filter(({ key }) => known.has(key))
  expect(calls.length).toBeGreaterThan(400)
  expect(
    calls.flatMap(({ file, key, names }) =>
      names.filter((name) => !known.get(key)?.has(name)).map((name) => `${file}: ${key} has no {${name}}`),
    ),
  ).toEqual([])
})

it('values are found beside nested expressions', () => {
  expect(valuesIn("t('a.b', { ...c, kept: [x, y.z].join(' '), n: f(1, g(2)), name })")).toEqual([
    { key: 'a.b', names: ['kept', 'n', 'name'] },
  ])
})

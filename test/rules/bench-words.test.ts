import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, tracked } from './tracked.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const benches = tracked.filter((file) => /^test\/bench\/.*\.(mjs|ts)$/.test(file))
const page = tracked.filter((file) => /^renderer\/.*\.tsx?$/.test(file) && !file.endsWith('.zh.ts'))

/** Names defined by the benchmarks themselves: connection, tabs, image and model contents. */
const OWN = new Set(['one', 'short', '^src$', 'service', 'large\\.bin'])

/** All texts of the page as rendered: a number for each value, and each branch of a choice. */
const texts = tracked
  .filter((file) => /^renderer\/.*messages\.en\.ts$/.test(file))
  .flatMap((file) =>
    [...read(file).matchAll(/(['"`])((?:\\.|(?!\1).)*)\1,?$/gm)].map(([, , text = '']) => text),
  )
  .map((text) => text.replaceAll(/\{\w+(, number)?\}/g, '1'))
  .flatMap((text) => {
    const branches = [...text.matchAll(/(?:one|other|yes|no) \{([^{}]*)\}/g)].map(([, branch = '']) => branch)
    const around = text.replaceAll(/\{\w+, (?:plural|select),.*\}/g, branches[0] ?? '')
    return [text, around, ...branches].map((one) => one.replaceAll('#', '1'))
  })

/** The visible texts a source queries: exact strings and patterns. */
function wanted(source: string): { exact: string[]; patterns: string[] } {
  const asked = /(?:\bname: |getByText\(|getByLabel\(|press\((?=\/))(?:'([^']+)'|\/((?:\\.|[^/])+)\/)/g
  // Rows and graphs have names, too; only page queries count.
  const lines = source.split('\n').filter((line) => /getBy|press\(|name: \//.test(line))
  const found = lines.flatMap((line) => [...line.matchAll(asked)])
  return {
    exact: found.flatMap(([, text]) => (text === undefined ? [] : [text])),
    patterns: found.flatMap(([, , pattern]) => (pattern === undefined ? [] : [pattern])),
  }
}

const isText = (text: string): boolean => texts.includes(text)
/** Each alternative of a pattern: a text may contain another one. */
const isPattern = (pattern: string): boolean =>
  pattern.split('.*').every((part) => texts.some((text) => new RegExp(part).test(text)))

it('what the benches look for on the page is written in the page’s texts', () => {
  const asked = benches.map((file) => wanted(read(file)))
  const exact = asked.flatMap((one) => one.exact).filter((text) => !OWN.has(text))
  const patterns = asked.flatMap((one) => one.patterns).filter((text) => !OWN.has(text))
  expect(exact.length).toBeGreaterThan(10)
  expect(patterns.length).toBeGreaterThan(4)
  expect([...exact.filter((text) => !isText(text)), ...patterns.filter((text) => !isPattern(text))]).toEqual(
    [],
  )
})

it('a removed text is noticed', () => {
  expect(isText('Model server')).toBe(true)
  expect(isText('Model serving')).toBe(false)
  expect(isPattern('boxen collapsed$')).toBe(false)
})

it('attributes that the benches look for are set by the page', () => {
  const pageSource = page.map(read).join('\n')
  const attributes = benches.flatMap((file) =>
    [...read(file).matchAll(/\[(data-[\w-]+)(?:=(\w+))?\]/g)].map(([, name = '', value]) =>
      value === undefined ? name : `${name}="${value}"`,
    ),
  )
  expect(attributes.length).toBeGreaterThan(2)
  expect(attributes.filter((attribute) => !pageSource.includes(attribute))).toEqual([])
})

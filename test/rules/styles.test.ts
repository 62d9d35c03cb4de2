import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { root, tracked } from './tracked.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const page = tracked.filter((file) => /^renderer\/.*\.tsx?$/.test(file))
const sheets = tracked.filter((file) => file.endsWith('.module.css'))

/** Classes declared in a sheet, except `:global` ones of other libraries and generated drawings. */
function declared(sheet: string): Set<string> {
  const css = read(sheet).replaceAll(/\/\*[^]*?\*\/|:global\((?:[^()]|\([^()]*\))*\)|\{[^{}]*\}/g, ' ')
  return new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
}

/** Classes of a sheet used in a file; `undefined` stands for a computed one. */
function named(file: string, sheet: string): (string | undefined)[] {
  const text = read(file)
  return [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)]
    .filter(([, , path = '']) => posix.join(posix.dirname(file), path) === sheet)
    .flatMap(([, local = '']) => [...text.matchAll(new RegExp(`\\b${local}\\[(?:'([^']+)')?`, 'g'))])
    .map(([, name]) => name)
}

it.each(sheets)('every class of %s is used, and there', (sheet) => {
  const classes = declared(sheet)
  const uses = page.flatMap((file) => named(file, sheet))
  expect(uses.filter((name) => name !== undefined && !classes.has(name))).toEqual([])
  if (!uses.includes(undefined)) expect([...classes].filter((name) => !uses.includes(name))).toEqual([])
})

it('all styles together stay small: what several views need belongs in the kit', () => {
  const lines = tracked
    .filter((file) => file.endsWith('.css'))
    .map((file) => read(file).split('\n').length - 1)
  expect(lines.length).toBeGreaterThan(50)
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(5500)
})

it('no part of the page writes when the page goes: the core has what was done by then', () => {
  expect(page.filter((file) => /['"]pagehide['"]/.test(read(file)))).toEqual([])
})

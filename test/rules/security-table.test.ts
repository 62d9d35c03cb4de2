import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** A row of the table of attempts: a test file, and a fragment of the test's text. */
interface Row {
  readonly attempt: string
  readonly where: string
  readonly expected: string
  readonly file: string
  readonly title: string
}

const table =
  readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8').split('## Attempts')[1] ?? ''

const rows: Row[] = table
  .split('\n')
  .map((line) => line.split(/ *\| */).slice(1, -1))
  .filter((cells) => /^`.+`$/.test(cells[3] ?? ''))
  .map(([attempt = '', where = '', expected = '', file = '', title = '']) => ({
    attempt,
    where,
    expected,
    file: file.slice(1, -1),
    title: title.slice(1, -1),
  }))

/** Number of items in Electron's official checklist (electronjs.org/docs/latest/tutorial/security). */
const ITEMS = 20
const SERVICES = ['web host HTTP', 'web host WebSocket', 'model server', 'sandbox server'] as const
const RULES = ['foreign Host', 'foreign Origin', 'missing token', 'oversized body'] as const
/** Minimum number of attempts. */
const MIN_ATTEMPTS = 200

describe('the security table', () => {
  it('has as many attempts as were made, each once', () => {
    expect(rows.length).toBeGreaterThanOrEqual(MIN_ATTEMPTS)
    const lines = rows.map(({ attempt, where, file, title }) => [attempt, where, file, title].join(' · '))
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([])
    expect(rows.filter((row) => Object.values(row).includes(''))).toEqual([])
  })

  it('has every item of Electron’s checklist', () => {
    const numbers = new Set(rows.map(({ attempt }) => Number.parseInt(attempt, 10)))
    const missing = Array.from({ length: ITEMS }, (_, index) => index + 1).filter(
      (item) => !numbers.has(item),
    )
    expect(missing).toEqual([])
  })

  it('has every rule for every service', () => {
    const missing = RULES.flatMap((rule) =>
      SERVICES.filter(
        (service) => !rows.some(({ attempt, where }) => attempt === rule && where === service),
      ).map((service) => `${rule}: ${service}`),
    )
    expect(missing).toEqual([])
  })

  it.each(rows)('$attempt · $where', ({ file, title }) => {
    const path = new URL(`../../${file}`, import.meta.url)
    expect(existsSync(path), `there is no ${file}`).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain(title)
  })
})

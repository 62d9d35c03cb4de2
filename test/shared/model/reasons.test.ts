import { expect, it } from 'vitest'
import { REASONS, type ReasonCode, reasonOf, recognised } from '../../../shared/model/reasons.ts'

const CODES = Object.keys(REASONS) as ReasonCode[]

it.each(CODES)('the reason %s is recognised with its values by the words of a server', (code) => {
  const names = [...REASONS[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const values = Object.fromEntries(names.map((name) => [name, `some ${name}, {x}`]))
  expect(recognised(reasonOf(code, values))).toEqual({ code, values })
})

it.each(['too large', '', 'x'.repeat(100_000)])('another reason stays unknown', (reason) => {
  expect(recognised(reason)).toBeUndefined()
})

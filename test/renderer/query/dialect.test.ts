import { describe, expect, it } from 'vitest'
import { diagnose } from '#shared/spl/service/diagnose.ts'
import { foreignWord, toServerDialect, toServiceDialect } from '../../../renderer/spl/dialect.ts'

const facts = {
  elements: [],
  domains: [],
  relationTypes: [],
  entityFields: () => undefined,
  metrics: () => undefined,
  everyField: () => [],
}

describe('on a server that calls its model umodel', () => {
  it.each([
    ['.umodel', '.model '],
    ["  .umodel with(kind='x')", "  .model  with(kind='x')"],
    ['.umodels', '.umodels'],
    ['.entity | where a = ".umodel"', '.entity | where a = ".umodel"'],
  ])('the service reads %j as %j', (written, read) => {
    expect(toServiceDialect(written, 'umodel')).toBe(read)
    expect(read).toHaveLength(written.length)
  })

  it('its word is no mistake, and places stay', () => {
    const statement = '.umodel | limt 3'
    const [first] = diagnose(toServiceDialect(statement, 'umodel'), facts)
    expect(statement.slice(first?.from, first?.to)).toBe('limt')
    expect(diagnose(toServiceDialect('.umodel | limit 3', 'umodel'), facts)).toEqual([])
  })

  it.each([
    ['.model | limit 3', { from: 0, to: 6, insert: '.umodel' }],
    [' .model', { from: 1, to: 7, insert: '.umodel' }],
    ['.umodel', undefined],
    ['.models', undefined],
  ])('our word in %j is told', (statement, place) => expect(foreignWord(statement, 'umodel')).toEqual(place))

  it('completions are written in its word', () => {
    expect(toServerDialect('.model #', 'umodel')).toBe('.umodel #')
    expect(toServerDialect('.topo', 'umodel')).toBe('.topo')
  })
})

it('on our own server nothing is translated', () => {
  expect(toServiceDialect('.model', 'model')).toBe('.model')
  expect(foreignWord('.model', 'model')).toBeUndefined()
  expect(toServiceDialect('.m', 'm')).toBe('.m')
})

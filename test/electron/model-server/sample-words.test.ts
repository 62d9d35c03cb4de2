import { expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '#shared/model/json.ts'
import { fieldNamesZh } from '../../../electron/model-server/samples/field-names.zh.ts'
import { findSample, sampleNames } from '../../../electron/model-server/samples/index.ts'

/** Everything below a value that is called and typed as a field is. */
function fieldsIn(value: unknown): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn)
  if (!isJsonObject(value)) return []
  const own = 'filterable' in value && 'type' in value ? [value] : []
  return [...own, ...Object.values(value).flatMap(fieldsIn)]
}

const fields = sampleNames().flatMap((name) =>
  fieldsIn(findSample(name)?.().elements.map(({ spec }) => spec)),
)

it('every field of the samples is named in both languages', () => {
  expect(fields.length).toBeGreaterThan(100)
  const named = ({ display_name: words }: JsonObject): boolean =>
    isJsonObject(words) && typeof words['en_us'] === 'string' && typeof words['zh_cn'] === 'string'
  expect(fields.filter((field) => !named(field)).map(({ name }) => name)).toEqual([])
})

it('no field is named that no sample has', () => {
  const names = new Set(fields.map(({ name }) => name))
  expect(Object.keys(fieldNamesZh).filter((name) => !names.has(name))).toEqual([])
})

import { expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '#shared/model/json.ts'
import { fieldNamesZh } from '../../../electron/model-server/samples/field-names.zh.ts'
import { findSample, sampleNames } from '../../../electron/model-server/samples/index.ts'
import { linkWordsZh } from '../../../electron/model-server/samples/link-words.zh.ts'

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

const links = sampleNames()
  .flatMap((name) => findSample(name)?.().elements ?? [])
  .filter(({ kind }) => kind === 'entity_set_link')
  .map(({ metadata, spec }) => ({ words: metadata?.['display_name'], type: spec?.['entity_link_type'] }))

it('every link of the samples is named in both languages, by the names of its sets', () => {
  const words = links.map((link) => link.words)
  expect(words).toContainEqual({ en_us: 'Factory executes production order', zh_cn: '工厂执行生产订单' })
  expect(words).toContainEqual({ en_us: 'Vehicle supported by service', zh_cn: '车辆由服务支持' })
  const zh = words.map((one) => (isJsonObject(one) ? one['zh_cn'] : undefined))
  for (const one of zh) expect(one).toMatch(/\p{Script=Han}/u)
})

it('no type of link has Chinese words that no sample has', () => {
  const types = new Set(links.map(({ type }) => type))
  expect(Object.keys(linkWordsZh).filter((type) => !types.has(type))).toEqual([])
})

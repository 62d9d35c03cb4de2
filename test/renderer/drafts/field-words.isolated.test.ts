import { afterAll, expect, it, vi } from 'vitest'
import type { JsonObject } from '#shared/model/json.ts'
import { formOf } from '../../../renderer/drafts/items/form-schemas.ts'
import { setLanguage } from '../../../renderer/i18n/text.ts'

vi.stubGlobal('document', { documentElement: { lang: '' } })
afterAll(() => vi.unstubAllGlobals())

const definition: JsonObject = {
  spec: {
    fields: [
      { name: 'owner' },
      {
        name: 'qps',
        type: 'float',
        unit: '1/s',
        display_name: { en_us: 'Requests', zh_cn: '请求数' },
        description: { en_us: 'Asked of it now' },
      },
    ],
  },
}

it.each([
  ['en', 'Requests'],
  ['zh', '请求数'],
] as const)('in %s the fields of a set are called and described as the set does', async (language, title) => {
  await setLanguage(language)
  const { properties = {} } = formOf('entity', {}, definition)
  expect(properties['qps']).toMatchObject({ type: 'number', title, description: 'Asked of it now · 1/s' })
  expect(properties['owner']).toEqual({ type: 'string', shown: true })
})

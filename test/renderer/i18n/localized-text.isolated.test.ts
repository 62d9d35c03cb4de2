import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { localizedText } from '../../../renderer/i18n/localized-text.ts'
import { setLanguage } from '../../../renderer/i18n/text.ts'

beforeAll(() => vi.stubGlobal('document', { documentElement: { lang: 'en' } }))
afterAll(async () => {
  await setLanguage('en')
  vi.unstubAllGlobals()
})

it.each([
  ['a plain text', 'Stage', 'Stage', 'Stage'],
  ['both languages', { en_us: 'Stage', zh_cn: '阶段' }, 'Stage', '阶段'],
  ['an empty Chinese one', { en_us: 'Stage', zh_cn: '' }, 'Stage', 'Stage'],
  ['a blank Chinese one', { zh_cn: '  ', en_us: 'Stage' }, 'Stage', 'Stage'],
  ['an empty English one', { en_us: '', zh_cn: '阶段' }, '阶段', '阶段'],
  ['an empty one of another name', { de: '', fr: 'Étape' }, 'Étape', 'Étape'],
  ['what is no text', { en_us: 7, zh_cn: null }, undefined, undefined],
  ['nothing', {}, undefined, undefined],
  ['an empty text', '', undefined, undefined],
])('%s', async (_name, value, english, chinese) => {
  await setLanguage('en')
  expect(localizedText(value)).toBe(english)
  await setLanguage('zh')
  expect(localizedText(value)).toBe(chinese)
})

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { labelled, setLanguage, text } from '../../../renderer/i18n/text.ts'
import '../messages.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  await setLanguage('zh')
})
afterAll(async () => {
  await setLanguage('en')
  vi.unstubAllGlobals()
})

it.each([
  ['between Chinese', () => text('explorer.legend.only', { value: '实体集' }), '仅显示实体集'],
  ['beside Latin', () => text('explorer.legend.only', { value: 'Prometheus' }), '仅显示 Prometheus'],
  [
    'between two names',
    () => text('explorer.say.node', { kind: '实体集', name: '负载', domain: 'k8s', links: '3' }),
    '实体集 负载，域 k8s，3',
  ],
  ['after a label', () => labelled('平台', '本地沙箱'), '平台：本地沙箱'],
])('Chinese has no space too many: %s', (_, words, expected) => {
  expect(words()).toBe(expected)
})

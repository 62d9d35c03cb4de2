import '../messages.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { SplError } from '#shared/spl/error.ts'
import { parseSpl } from '#shared/spl/parse.ts'
import { diagnose } from '#shared/spl/service/diagnose.ts'
import type { ModelFacts } from '#shared/spl/service/model.ts'
import { setLanguage } from '../../../renderer/i18n/text.ts'
import { queryWordsZh } from '../../../renderer/i18n/query-words.zh.ts'
import { refusalInWords } from '../../../renderer/spl/refusal-words.ts'

vi.stubGlobal('document', { documentElement: { lang: '' } })
beforeAll(() => setLanguage('zh'))
afterAll(() => vi.unstubAllGlobals())

/** The parser's refusal of a text, in words. */
function refused(text: string): string | undefined {
  try {
    parseSpl(text)
  } catch (error) {
    if (error instanceof SplError) return refusalInWords(error.message, error.details)
  }
  return undefined
}

it.each([
  ['.model | projct name', '意外的“projct”。是否想写“project”？'],
  ['.modl', '没有来源 .modl；是否想写 .model？'],
  ['.entity with(a=1 b=2)', '意外的“=”。应为 名称或值、“)”、“,”、and、or、not。'],
  ['.entity | where a =', '查询尚未写完。接下来应为 名称或值、带引号的文本、$参数、模式、“(”、“[” 等。'],
  ['.entity | limit 0', 'limit 需要大于 0 的整数，例如 limit 20。'],
])('a refusal of %s is in the language on screen', (text, words) => {
  expect(refused(text)).toBe(words)
})

it('the editor has the facts of what it marks', () => {
  const model: ModelFacts = {
    elements: [],
    domains: [],
    relationTypes: [],
    entityFields: () => undefined,
    metrics: () => undefined,
    everyField: () => [],
  }
  const [found] = diagnose('.model | projct name', model)
  expect(refusalInWords(found?.text ?? '', found?.facts ?? {})).toContain('project')
})

it('the words of a server that says nothing in data are left to it', () => {
  expect(refusalInWords('No such thing.', {})).toBeUndefined()
  expect(refusalInWords('No such thing.', { found: 'x', expected: 'y' })).toBeUndefined()
})

it('English is left to the service, which speaks it', async () => {
  await setLanguage('en')
  expect(refused('.modl')).toBeUndefined()
  await setLanguage('zh')
})

it.each(Object.entries(queryWordsZh))('%s has Chinese', (_, chinese) => {
  expect(chinese).toMatch(/\p{Script=Han}/u)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import '../messages.ts'
import { isJsonObject, textOf } from '#shared/model/json.ts'
import { localizeFailure, setLanguage, translateServerSentence } from '../../../renderer/i18n/text.ts'
import { serverSentencesZh } from '../../../renderer/i18n/server-sentences.zh.ts'
import { refusalInWords } from '../../../renderer/spl/refusal-words.ts'
import { testServer, type TestServer } from '../../electron/model-server/server.ts'
import { root, tracked } from '../../rules/tracked.ts'

vi.stubGlobal('document', { documentElement: { lang: '' } })
let server: TestServer
beforeAll(async () => {
  await setLanguage('zh')
  server = await testServer({ sample: 'quickstart' })
})
afterAll(() => vi.unstubAllGlobals())

/** Words that a refusal may keep: names of the language, of fields and of tools, and examples. */
const withoutNames = (text: string): string =>
  text.replaceAll(/[\w.$-]*[_.=()[\]'`|:<>-][\w.$=()[\]'`|:<>…-]*/g, '')

const SERVICE = ".entity_set with(domain='devops', name='devops.service') | entity-call"

describe('a refusal of our server is Chinese as a whole', () => {
  it.each([
    '.modl',
    '.entity | where name = "a',
    `.entity | where ${'('.repeat(200)}a${')'.repeat(200)}`,
    '.entity | limit -1',
    '.entity | where name =~ "["',
    '.entity | where name =~ "(a"',
    '.entity | where name =~ "*"',
    '.entity | extend a = uper(name)',
    '.entity | extend a = nothing_like_it(name)',
    '.entity | stats totl(name)',
    '.entity | stats sum()',
    '.entity | extend a = lower(name, name)',
    ".entity_set with(domain='devops', name='devops.servce') | entity-call get_metrics('a', 'b')",
    `${SERVICE} get_metric('a', 'b')`,
    `${SERVICE} quite_another()`,
    `${SERVICE} get_metrics()`,
    `${SERVICE} get_metrics(domian='a', name='b')`,
    `${SERVICE} list_data_set(['log_set'], true, 1, 2, 3, 4)`,
    `${SERVICE} list_data_set() | entity-call list_data_set()`,
    ".topo | graph-call getNeighborNode('full', 1, [])",
    ".topo | graph-call getNeighborNodes('full', 1, [])",
    ".topo | graph-call getNeighborNodes('sideways', 1, [(:\"devops@devops.service\" {__entity_id__: '10000000000000000000000000000101'})])",
    '.topo | graph-call cypher(1)',
    '.model | graph-match (a)-[r]->(b) project a',
  ])('%s', async (query) => {
    const answer = await server.tool('query_spl_execute', { query })
    const message = textOf(answer['error'])
    const details = isJsonObject(answer['details']) ? answer['details'] : {}
    const words = refusalInWords(message, details) ?? message
    expect(words).toMatch(/\p{Script=Han}/u)
    expect(withoutNames(words), message).not.toMatch(/\b[a-z]{3,} [a-z]{2,} [a-z]{2,}/)
  })
})

it.each([
  ['.modl', '没有来源 .modl；是否想写 .model？'],
  ['.entity | stats totl(name)', '没有函数 totl；可用的有 count、sum、avg、min、max、dc 等。'],
  [
    ".topo | graph-call getNeighborNode('full', 1, [])",
    '没有图调用 getNeighborNode；是否想写 getNeighborNodes？',
  ],
  [`${SERVICE} get_metrics(domian='a', name='b')`, '没有参数 domian；是否想写 domain？'],
])(
  'an unknown name in %s is told from the code and the names of the answer, not from its sentence',
  async (query, words) => {
    const { details } = await server.tool('query_spl_execute', { query })
    expect(
      refusalInWords('Words that another version might say.', isJsonObject(details) ? details : {}),
    ).toBe(words)
  },
)

it.each([
  [
    "get_metrics('devops', 'devops.metric.service')",
    '从 prometheus devops.prometheus.core 获取 devops.service 的指标。',
  ],
  [
    "get_logs('devops', 'devops.log.service')",
    '从 elasticsearch devops.elasticsearch.logs 获取 devops.service 的日志。',
  ],
])('what the plan of %s does is said in Chinese too', async (call, words) => {
  const answer = await server.tool('query_spl_execute', { query: `${SERVICE} ${call}` })
  const [english = ''] = /Get \w+ of [\w.]+ from \w+ [\w.]+\./.exec(JSON.stringify(answer)) ?? []
  expect(translateServerSentence(english)).toBe(words)
})

it('a sentence within a sentence is translated as well', () => {
  const reason = '__first_observed_time__ is a time in unix seconds.'
  expect(translateServerSentence(`entities[0]: ${reason} Nothing was written.`)).toBe(
    'entities[0]：__first_observed_time__ 是以 Unix 秒表示的时间。 没有写入任何内容。',
  )
})

it.each(['The server needs login: see the manual.', 'Nothing was written.', 'x'.repeat(10_000)])(
  'another server’s words stay as they are: %s',
  (said) => {
    expect(translateServerSentence(said)).toBeUndefined()
  },
)

it.each([
  ['Requested CPUs 64 exceed the maximum allowed 8', '平台拒绝了：请求的处理器数 64 超过允许的最大值 8'],
  [
    "Sandbox s1 cannot be restarted: current state is 'deleted'",
    '平台拒绝了：沙箱 s1 无法重启：当前状态为 deleted',
  ],
  ['Another platform’s words', '平台拒绝了：Another platform’s words'],
])('a platform’s refusal %j is said as %j', (reason, words) => {
  const said = { key: 'PLATFORM_REFUSED', values: { reason } }
  expect(localizeFailure({ message: reason, said }).message).toBe(words)
})

it('that a platform cannot be reached is said in one language', () => {
  const reason = 'http://127.0.0.1:9 cannot be reached (ECONNREFUSED).'
  const said = { key: 'PLATFORM_UNREACHABLE', values: { reason } }
  expect(localizeFailure({ message: reason, said }).message).toBe(
    '无法访问 http://127.0.0.1:9（ECONNREFUSED）。',
  )
})

it('no template is of a sentence that is said no more', () => {
  const source = tracked
    .filter((file) =>
      /^(?:electron\/(?:(?:model|sandbox)-server|workbench\/sandboxes\/client)|shared\/spl)\/.*\.ts$/.test(
        file,
      ),
    )
    .map((file) => readFileSync(join(root, file), 'utf8').replaceAll(/\\(['`])/g, '$1'))
    .join('\n')
  // Some of its words are: a sentence may be put together from several.
  const isSaid = (template: string): boolean =>
    template
      .split(/\{\w+\}|; | of | \(at character|memory|disk/)
      .some((part) => part.trim().length > 4 && source.includes(part.trim()))
  expect(
    Object.keys(serverSentencesZh).filter((one) => !isSaid(one.replace('The regular expression ', ''))),
  ).toEqual([])
})

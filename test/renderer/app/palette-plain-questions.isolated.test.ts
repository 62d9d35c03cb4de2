import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Connection } from '#shared/workbench/areas/connections.ts'

vi.stubGlobal('navigator', { platform: 'Linux' })
vi.stubGlobal('document', { documentElement: { lang: 'en' } })
await import('../messages.ts')
const { answers } = await import('../../../renderer/app/palette-rank.ts')
const { useWorkbench, workbench } = await import('../../../renderer/app/workbench.ts')
const { benches } = await import('../../../renderer/benches.ts')
const { searchServers } = await import('../../../renderer/explorer/palette-search.ts')
const { setLanguage, text } = await import('../../../renderer/i18n/text.ts')
const { searchSettings } = await import('../../../renderer/settings/palette-search.ts')
const { searchHelp } = await import('../../../renderer/start/help/palette-search.ts')

/** The rows of a palette on the Start page: the commands of all benches, settings and help. */
const rows = async () => [
  ...benches.flatMap(({ id, title, commands = [] }) =>
    commands.map((command) => ({
      ...command,
      title: typeof command.title === 'string' ? text(command.title) : command.title(text),
      more: command.more && text(command.more),
      name: undefined,
      group: text(title),
      bench: id,
      dormant: true,
    })),
  ),
  ...searchSettings(),
  ...(await searchHelp()),
]
let all: Awaited<ReturnType<typeof rows>>
const first = (typed: string): string | undefined => answers(all, typed, 'start')[0]?.[1][0]?.title

afterEach(() => vi.restoreAllMocks())

describe('finds first what a plain question asks for', () => {
  describe('in English', () => {
    beforeAll(async () => {
      all = await rows()
    })
    it.each([
      ['export a picture', 'Export'],
      ['how do I import', 'Import a model…'],
      ['change the language', 'Language'],
      ['make the text bigger', 'Text size'],
      ['start a new sandbox', 'Start sandbox…'],
      ['how do I share a view', 'Share a view with a colleague'],
      ['connect an mcp server', 'Connect an MCP server'],
      ['how can I add a connection?', 'Add a connection'],
      ['undo a change', 'Undo a change'],
      ['where are my keys', 'Keys'],
      ['play a game', 'Watch a solver play Wordle'],
      ['watch an agent play', 'Watch a solver play Wordle'],
      ['compare two models', 'Compare models'],
      ['save the rows as csv', 'Save rows as CSV'],
      ['download the query result', 'Save rows as CSV'],
      ['back up my data', 'Save a backup'],
      ['what is an episode', 'Episode'],
      ['write a note', 'Add a note'],
      ['copy files out of the sandbox', 'Show Files of the sandbox'],
      ['find the shortest path', 'Find a path between the two'],
      ['change a password', 'Secrets'],
    ])('“%s”: %s', (typed, title) => {
      expect(first(typed)).toBe(title)
    })
  })

  describe('in Chinese', () => {
    beforeAll(async () => {
      await setLanguage('zh')
      all = await rows()
    })
    it.each([
      ['导出图片', '导出'],
      ['怎么导入模型', '导入模型…'],
      ['换语言', '语言'],
      ['字体', '文字大小'],
      ['放大文字', '文字大小'],
      ['新建沙箱', '启动沙箱…'],
      ['怎么分享视图', '与同事分享视图'],
      ['连接 MCP 服务器', '连接 MCP 服务器'],
      ['添加连接', '添加连接'],
      ['撤销更改', '撤销更改'],
      ['快捷键', '快捷键'],
      ['玩游戏', '查找环境'],
      ['运行智能体', '运行或暂停智能体'],
      ['比较两个模型', '比较模型'],
      ['把结果保存为 CSV', '将行另存为 CSV'],
      ['下载查询结果', '将行另存为 CSV'],
      ['什么是回合', '回合'],
      ['写笔记', '添加笔记'],
      ['从沙箱下载文件', '显示沙箱的文件'],
      ['修改密码', '机密'],
      ['怎么写查询？', '写查询'],
    ])('“%s”: %s', (typed, title) => {
      expect(first(typed)).toBe(title)
    })
  })
})

describe('answers what depends on something with an entity', () => {
  const asked: string[] = []
  const listed = async (typed: string) => {
    asked.length = 0
    useWorkbench.setState({
      connections: [{ id: 'Shop', name: 'Shop', kind: 'model', state: 'ready', prefix: 'm' } as Connection],
      chosen: { model: 'Shop' },
    })
    vi.spyOn(workbench, 'call').mockImplementation((async (_: string, { query }: { query: string }) => {
      asked.push(query)
      // The first only mentions what is asked for.
      const rows = ['Storefront', 'checkout-api-old', 'checkout-api'].map((name) => ({
        __domain__: 'p',
        __entity_type__: 'p.service',
        __entity_id__: name,
        display_name: name,
      }))
      return { isError: false, text: '', structured: { output: { rows } } }
    }) as unknown as typeof workbench.call)
    const found = await searchServers(typed, new AbortController().signal)
    return answers([...all, ...found.filter(({ last }) => !last)], typed)[0]?.[1][0]?.title
  }
  it.each([
    ['what depends on checkout', '谁依赖 checkout-api'],
    ['who calls checkout?', '谁依赖 checkout-api'],
    ['what does checkout depend on', 'checkout-api 依赖什么'],
    ['谁依赖 checkout', '谁依赖 checkout-api'],
    ['checkout 被谁调用', '谁依赖 checkout-api'],
    ['checkout依赖什么', 'checkout-api 依赖什么'],
  ])('%s', async (typed, title) => {
    expect(await listed(typed)).toBe(title)
    expect(asked).toEqual([".entity with(query='checkout')"])
  })
})

/** Groups of synonyms; literal matches rank first. */
const SAME: readonly (readonly string[])[] = [
  [
    'help',
    'docs',
    'documentation',
    'manual',
    'guide',
    'reference',
    'tutorial',
    'glossary',
    'terms',
    '帮助',
    '文档',
    '术语',
  ],
  ['go to start', 'start page', 'welcome', 'home', '开始页', '开始', '欢迎'],
  ['data', 'data folder', 'where is my data', '数据', '数据目录', '数据文件夹'],
  ['design kit', 'components', 'tokens', '设计', '组件'],
  ['about', 'version', 'licences', 'license', 'update', '关于', '版本'],
  ['keys', 'keyboard', 'shortcut', 'shortcuts', 'hotkey', 'keymap', 'bindings', '快捷键', '按键'],
  ['text size', '文字大小', 'font', 'size', 'zoom', 'larger', 'bigger', '字号', '字体', '放大'],
  ['language', 'lang', 'locale', 'chinese', 'english', '中文', '语言'],
  ['theme', 'dark', 'light', 'night', 'colour', 'color', 'appearance', 'dark mode', '主题', '深色'],
  [
    'read as text',
    'screen reader',
    'accessible view',
    'accessibility',
    'a11y',
    '屏幕阅读器',
    '无障碍',
    '朗读',
  ],
  ['backup', 'restore', 'export data', '备份'],
  ['export', 'download', 'save', '导出', '下载', '保存', '另存为'],
  ['export', 'picture', 'screenshot', '导出', '图片', '截图'],
  ['rows', 'result', 'results', '结果', '将行'],
  ['start', 'new', 'create', 'add', 'write', '启动', '新建', '创建', '添加'],
  ['history', 'audit', 'earlier', 'past', '历史', '审计'],
  ['import', 'upload', 'load', 'bring', '导入'],
  [
    'add a connection',
    '添加连接',
    'connection',
    'connect',
    'mcp',
    'server',
    'platform',
    'add server',
    '连接',
    '服务器',
  ],
  ['share', 'colleague', 'teammate', 'send', '分享', '同事'],
  ['secret', 'password', 'token', 'key', 'credential', '机密', '密钥', '密码', '令牌'],
  ['open a shell', 'new terminal', 'terminal', 'shell', 'bash', '终端'],
  ['start sandbox', 'sandbox', 'container', '沙箱'],
  ['environment', 'game', 'gem', 'agent', 'episode', 'play', '环境', '游戏'],
  ['query', 'spl', 'cypher', 'search rows', '查询'],
  ['explorer', 'graph', 'model', 'topology', '图'],
  ['where', 'filter', 'condition', '过滤', '筛选'],
  ['stats', 'group by', 'aggregate', 'count', '统计', '分组'],
  ['project', 'columns', 'select', '列'],
  ['extend', 'compute', 'calculate', '计算'],
  ['distinct', 'unique', 'duplicates', '去重'],
  ['sort', 'order', 'order by', '排序'],
  ['remove', 'delete', 'clear', '删除'],
  ['end', 'close', 'quit', 'exit', 'finish', '结束', '关闭', '退出'],
  ['refresh', 'reload', 'again', '刷新'],
  ['window', 'tab', '窗口', '标签'],
]

/** Words that titles leave out, as in “start a sandbox”. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an the my our your me us own this that these it how do does can could i we you to what which who is are am ' +
    'there please want need get where make two'
  ).split(' '),
)

/** What stands before a question in Chinese, which has no blanks. */
const ASKED = /^(?:请问)?(?:我?(?:想|要|该))?(?:怎么样?|如何|怎样|什么是)(?=.)/u

/** The words that count; all of them if no other is there, as while one is being typed. */
export function meaningful(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !FILLERS.has(word))
  return others.length > 0 ? others : words
}

/** What is asked for, without how it is asked. */
export const withoutAsking = (typed: string): string => typed.replace(ASKED, '')

/** Filler words around the search term. */
const AROUND = /^(?:(?:a|an|the|my|me|open|show|find|list|go to)\s+)+(?=\S)/

/** Alternative search terms for the typed text. */
export function synonymsOf(typed: string): readonly string[] {
  const whole = typed.trim().toLocaleLowerCase()
  const wanted = whole.replace(AROUND, '')
  if (wanted.length < 2) return []
  const same = SAME.filter((words) =>
    words.some((word) => word === wanted || (wanted.length > 3 && word.startsWith(wanted))),
  ).flatMap((words) => words.filter((word) => word !== wanted))
  return wanted === whole ? same : [wanted, ...same]
}

/**
 * Whether a text contains the typed text or, as a whole word, a synonym: 'mode' is a synonym of theme but not
 * part of 'model'.
 */
export function holdsMeaning(text: string, typed: string): boolean {
  const words = text.toLowerCase()
  const whole = ` ${words.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const holds = (word: string): boolean =>
    /^\p{ASCII}+$/u.test(word)
      ? whole.includes(` ${word} `) || whole.includes(` ${word}s `)
      : words.includes(word)
  return words.includes(typed) || synonymsOf(typed).some(holds)
}

import { EditorState } from '@codemirror/state'
import { locale } from '../i18n/text.ts'

/** CodeMirror's own words in Chinese, as screen readers and its panels say them; `$` stands for a number. */
const CHINESE: Readonly<Record<string, string>> = {
  'Fold line': '折叠此行',
  'Unfold line': '展开此行',
  'folded code': '已折叠的代码',
  unfold: '展开',
  'Folded lines': '已折叠行',
  'Unfolded lines': '已展开行',
  to: '到',
  'Control character': '控制字符',
  'Selection deleted': '已删除所选内容',
  Completions: '补全',
  Diagnostics: '诊断',
  'No diagnostics': '没有诊断',
  Find: '查找',
  Replace: '替换',
  next: '下一个',
  previous: '上一个',
  all: '全部',
  replace: '替换',
  'replace all': '全部替换',
  'match case': '区分大小写',
  regexp: '正则表达式',
  'by word': '全字匹配',
  close: '关闭',
  'current match': '当前匹配',
  'on line': '在行',
  'replaced $ matches': '已替换 $ 处',
  'replaced match on line $': '已替换第 $ 行的匹配',
  'Go to line': '转到行',
  go: '转到',
  '$ unchanged lines': '$ 行未更改',
}

/** An editor's built-in words in the language in which it is opened. */
export const editorPhrases = EditorState.phrases.compute([], () => (locale() === 'zh' ? CHINESE : {}))

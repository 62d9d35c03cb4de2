import type { uiMessages } from './messages.en.ts'

export const uiMessagesZh: Record<keyof typeof uiMessages, string> = {
  'ui.close': '关闭',
  'ui.cancel': '取消',
  'ui.copy': '复制',
  'ui.copied': '已复制',
  'ui.chooseFile': '选择文件…',
  'ui.noFile': '尚未选择文件',
  'ui.loading': '正在加载…',
  'ui.cyclicAlias': '别名 *{name} 位于它所代表的内容之内。请写出所指的内容。',
  'ui.longInteger': '整数 {written} 的位数超出数字所能保存的范围，会变成 {kept}。请加上引号。',
  'ui.need': '请先填写或选择缺少的内容。',
  'ui.wait': '请等待当前操作完成。',
  'ui.none.undo': '没有可撤销的操作。',
  'ui.none.redo': '没有可重做的操作。',
  'ui.none.rows': '这里还没有内容。',
  'ui.retry': '重试',
  'ui.dismiss': '关闭提示',
  'ui.divider': '窗格分隔条',
  'ui.tabIndents': 'Tab 键用于缩进。先按 Esc 再按 Tab 可离开编辑器。',
  'ui.allTabs': '所有标签页',
  'ui.shown': '{shown, number} / {total, number}',
}

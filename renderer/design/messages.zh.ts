import type { designMessages } from './messages.en.ts'

export const designMessagesZh: Record<keyof typeof designMessages, string> = {
  'design.title': '设计组件库',
  'design.all': '设计变量与组件',
  'design.colours': '颜色',
  'design.kinds': '种类与域',
  'design.type': '字体',
  'design.space': '间距',
  'design.components': '组件',
}

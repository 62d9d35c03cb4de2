import type { queryEditorMessages } from './messages.en.ts'

export const queryEditorMessagesZh: Partial<Record<keyof typeof queryEditorMessages, string>> = {
  'query.editor': 'SPL 编辑器',
  'query.format': '格式化',
  'query.fix': '光标处的快速修复',
  'query.complete': '光标处补全',
  'query.focusEditor': '聚焦编辑器',
  'query.focusResults': '聚焦结果',
  'query.fix.replace': '替换为 {text}',
  'query.fix.insert': '插入 {text}',
  'query.fix.limit': '添加 | limit {count, number}',
  'query.fix.source': '使用 {source}',
  'query.fix.order': '移到 {stage} 之前',
  'query.lint.otherWord': '此服务器没有 {found}；其模型称为 {word}。',
  'query.lint.field':
    '{name} 在此不是字段；前面的阶段{count, plural, =0 {没有留下字段} other {留下的字段有 {names}}}{more, plural, =0 {} other { 等，还有 # 个}}。',
  'query.lint.value':
    '{all, select, yes {没有任何行的 {field} 为“{value}”} other {前 {rows, number} 行的 {field} 都不是“{value}”}}。其值有：{values}。',
  'query.lint.runbook.none':
    '{within, select, domain {域 {domain} 没有运行手册} other {此工作区没有运行手册}}。',
  'query.lint.runbook.unasked':
    '.runbook_set 用于搜索运行手册，需要给出要找的文字：with(query=…)。共有 {count, number} 个运行手册：{names}。',
  'query.lint.runbook.unfound': '没有运行手册提到“{text}”。共有 {count, number} 个：{names}。',
  'query.lint.leads.in': '没有任何类型的关系指向此处，因此没有什么依赖它。',
  'query.lint.leads.out': '没有任何类型的关系从此处出发，因此它不依赖任何对象。',
  'query.lint.leads.both': '双向查找',
  'query.lint.name': '模型中没有名为 {name} 的{kind}。',
  'query.lint.domain': '模型中没有域 {name}。',
  'query.lint.kind': '没有名为 {name} 的元素类型。',
  'query.lint.element': '模型中没有名为 {name} 的元素。',
  'query.lint.label': '模型中没有实体集 {name}。',
  'query.lint.relationType': '模型没有声明关系类型 {name}。',
  'query.lint.property': '模型没有为这些实体声明属性 {name}。',
  'query.lint.key': '{source} 会忽略 {key}。',
  'query.lint.own': '此服务器可能不支持“{word}”：并非所有图模型服务都有它。',
  'query.lint.foreignKey': '其他图模型服务会读取 {key}；内置服务器会忽略它。',
  'query.lint.limit': '没有 limit 时，服务器只返回默认的行数。',
  'query.lint.source': '{stage} 只能用于 {source}。',
  'query.lint.braced': '参数写作 {name}，不带花括号。',
  'query.lint.order': 'limit 之后的 {stage} 只能看到 limit 放行的行。',
  'query.hint.sampled': '取自 {source} 的 {count} 行',
  'query.hint.server': '服务器建议',
}

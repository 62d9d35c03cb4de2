/** Chinese for what the language service says a query needs at a place, and for its fixed sentences, by their English. */
export const queryWordsZh: Readonly<Record<string, string>> = {
  'a name or value': '名称或值',
  'quoted text': '带引号的文本',
  $parameter: '$参数',
  'a number': '数字',
  'a pattern': '模式',
  name: '名称',
  'a query in backticks': '反引号中的查询',
  'a whole number from 1': '大于 0 的整数',
  '32 lower-case hexadecimal digits': '32 位小写十六进制数字',
  "a closing '": "结尾的 '",
  'a closing "': '结尾的 "',
  'a closing `': '结尾的 `',
  'limit takes a whole number from 1, as in limit 20.': 'limit 需要大于 0 的整数，例如 limit 20。',
  'offset takes a whole number from 1, as in offset 20.': 'offset 需要大于 0 的整数，例如 offset 20。',
  "Name the entity set: .entity_set with(domain='…', name='…').":
    "请指明实体集：.entity_set with(domain='…', name='…')。",
  '.entity_set answers calls only; add | entity-call __list_method__() to see which.':
    '.entity_set 只回答调用；添加 | entity-call __list_method__() 可查看有哪些调用。',
}

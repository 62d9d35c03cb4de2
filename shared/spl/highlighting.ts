import { styleTags, tags } from '@lezer/highlight'

/** What each part of an SPL text is, for the editor's colours. */
export const splHighlighting = styleTags({
  SourceName: tags.typeName,
  'with where project sort limit offset extend stats distinct entity-call graph-call graph-match': tags.keyword,
  'and or not in like is contains asc desc by as': tags.operatorKeyword,
  null: tags.null,
  String: tags.string,
  Backtick: tags.special(tags.string),
  'Bare/...': tags.string,
  Number: tags.number,
  Parameter: tags.special(tags.variableName),
  'Key/...': tags.propertyName,
  'Field/...': tags.variableName,
  'Target/...': tags.definition(tags.variableName),
  'FunctionName/... CallName/...': tags.function(tags.variableName),
  'Variable/... Property/Name': tags.propertyName,
  Label: tags.labelName,
  'CompareOp Equals': tags.compareOperator,
  '"+" "-" "*" "/" "%"': tags.arithmeticOperator,
  LineComment: tags.lineComment,
  '"(" ")"': tags.paren,
  '"[" "]"': tags.squareBracket,
  '"{" "}"': tags.brace,
  '"," ":"': tags.separator,
  '"|"': tags.controlOperator,
  RawText: tags.special(tags.string),
})

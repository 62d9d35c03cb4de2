export const queryEditorMessages = {
  'query.editor': 'SPL editor',
  'query.format': 'Format',
  'query.fix': 'Quick fix at the cursor',
  'query.complete': 'Complete at the cursor',
  'query.focusEditor': 'Focus the editor',
  'query.focusResults': 'Focus the results',
  'query.fix.replace': 'Replace with {text}',
  'query.fix.insert': 'Insert {text}',
  'query.fix.limit': 'Add | limit {count, number}',
  'query.fix.source': 'Use {source}',
  'query.fix.order': 'Move before {stage}',
  'query.lint.otherWord': 'This server doesn’t know {found}; its word for the model is {word}.',
  'query.lint.field':
    '{name} isn’t a field here; earlier stages left {count, plural, =0 {none} other {{names}}}{more, plural, =0 {} other { and # more}}.',
  'query.lint.value':
    '{all, select, yes {No row has “{value}” in {field}} other {None of the first {rows, number} rows has “{value}” in {field}}}. Its values are: {values}.',
  'query.lint.runbook.none':
    '{within, select, domain {The domain {domain} has no runbooks} other {This workspace has no runbooks}}.',
  'query.lint.runbook.unasked':
    '.runbook_set searches runbooks and needs a text to look for: with(query=…). {count, plural, one {There is one runbook} other {There are # runbooks}}: {names}.',
  'query.lint.runbook.unfound':
    'No runbook mentions “{text}”. {count, plural, one {There is one} other {There are #}}: {names}.',
  'query.lint.name': 'The model has no {kind} named {name}.',
  'query.lint.domain': 'The model has no domain {name}.',
  'query.lint.label': 'The model has no entity set {name}.',
  'query.lint.relationType': 'The model declares no relation type {name}.',
  'query.lint.property': 'The model declares no property {name} for these entities.',
  'query.lint.key': '{source} ignores {key}.',
  'query.lint.own': 'This server may not know “{word}”: not every graph-model service has it.',
  'query.lint.foreignKey': 'The built-in server ignores {key}; other graph-model services use it.',
  'query.lint.limit': 'Without a limit, the server returns its default number of rows.',
  'query.lint.source': '{stage} only works with {source}.',
  'query.lint.braced': 'A parameter is written {name}, without braces.',
  'query.lint.order': '{stage} after limit only sees the rows within the limit.',
  'query.hint.sampled': 'from {count, plural, one {# row} other {# rows}} of {source}',
  'query.hint.server': 'suggested by the server',
} as const

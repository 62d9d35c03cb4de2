export const uiMessages = {
  'ui.close': 'Close',
  'ui.cancel': 'Cancel',
  'ui.copy': 'Copy',
  'ui.copied': 'Copied',
  'ui.chooseFile': 'Choose a file…',
  'ui.moment.form': 'YYYY-MM-DD HH:MM',
  'ui.moment.pick': 'Choose the day',
  'ui.noFile': 'No file chosen',
  'ui.loading': 'Loading…',
  'ui.cyclicAlias': 'The alias *{name} refers to itself. Write the value out instead.',
  'ui.tooDeep': 'More than {most} levels are inside each other. A model has about ten.',
  'ui.longInteger':
    'The integer {written} is too long for a number and would become {kept}. Write it in quotes.',
  'ui.need': 'Fill in or choose what is missing first.',
  'ui.wrong': 'Correct what is marked first.',
  'ui.wait': 'Wait until the current operation is done.',
  'ui.none.undo': 'There is nothing to undo.',
  'ui.none.redo': 'There is nothing to redo.',
  'ui.none.rows': 'There is nothing here yet.',
  'ui.retry': 'Try again',
  'ui.showWhole': 'Show all {count, number} characters',
  'ui.clearSearch': 'Clear search',
  'ui.clearFilters': 'Clear filters',
  'ui.dismiss': 'Dismiss',
  'ui.divider': 'Divider of the panes',
  'ui.tabIndents': 'Tab indents. Press Escape, then Tab, to leave the editor.',
  'ui.range.any': 'Any time',
  'ui.range.since': 'Since {from}',
  'ui.range.zone': 'Times are in {zone}.',
  'ui.range.until': 'Until {to}',
  'ui.allTabs': 'All tabs',
  'ui.allTabs.out': 'All tabs{count, plural, =0 {} other {: +# out of view}}',
  'ui.shown': '{shown, number} of {total, number}',
} as const

declare module '../i18n/text.ts' {
  interface Messages extends Record<keyof typeof uiMessages, string> {}
}

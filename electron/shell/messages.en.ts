/** The few texts that the shell shows itself; everything else is the page's. */
export const en = {
  file: 'File',
  newWindow: 'New Window',
  go: 'Go',
  view: 'View',
  explorer: 'Explorer',
  query: 'Query',
  sandboxes: 'Sandboxes',
  environments: 'Environments',
  console: 'Console',
  settings: 'Settings',
  palette: 'Command Palette',
} as const

export const settingsMessages = {
  'settings.theme': 'Theme',
  'settings.theme.system': 'As the system',
  'settings.theme.light': 'Light',
  'settings.theme.dark': 'Dark',
  'settings.theme.contrast': 'High contrast',
  'settings.dataFolder': 'Everything is kept in {path}',
} as const

import { appSettings } from './app.ts'
import { explorerSettings } from './explorer.ts'
import { gemSettings } from './gem.ts'
import { modelSettings } from './model.ts'
import { privacySettings } from './privacy.ts'
import { sandboxSettings } from './sandbox.ts'
import { terminalSettings } from './terminal.ts'

/** Every setting, by area, in the order in which the page shows them. */
export const settingAreas = {
  app: appSettings,
  terminal: terminalSettings,
  sandboxes: sandboxSettings,
  explorer: explorerSettings,
  gem: gemSettings,
  model: modelSettings,
  privacy: privacySettings,
} as const

export { appSettings, THEMES, type Theme } from './app.ts'
export { explorerSettings } from './explorer.ts'
export { gemSettings } from './gem.ts'
export { modelSettings } from './model.ts'
export { privacySettings } from './privacy.ts'
export { sandboxSettings } from './sandbox.ts'
export { accepts, settingValue, type Setting, type SettingControl } from './setting.ts'
export { terminalSettings } from './terminal.ts'

import { choice, number, text, toggle } from './setting.ts'
import { terminalSettings } from './terminal.ts'

/** Settings of the embedded sandbox platform; they take effect when it restarts. */
export const sandboxSettings = {
  /** Isolation backend; `process` isolates nothing and is never chosen automatically. */
  runtime: choice('sandboxes.runtime', 'auto', [
    'auto',
    'docker',
    'podman',
    'bubblewrap',
    'namespaces',
    'process',
  ]),
  /** Default network of new sandboxes. */
  network: choice('sandboxes.network', 'own', ['own', 'none', 'allow', 'shared']),
  /** `HOST[:PORT],…`, for `allow`. */
  allowedHosts: text('sandboxes.allowedHosts', '', /^[^\s,]+(?:\s*,\s*[^\s,]+)*$/),
  /** 0: a new port and token at each start. */
  port: number('sandboxes.port', 0, { min: 0, max: 65_535, unit: '' }),
} as const

/**
 * Settings about what leaves the machine or is stored unencrypted. Orrery sends no telemetry, so there is
 * none to switch off.
 */
export const privacySettings = {
  plainSecrets: toggle('privacy.plainSecrets', false),
  /** URL of a JSON file `{version, url}`; empty: no update check. */
  updateFeed: text('privacy.updateFeed', '', /^https:\/\/\S+$/),
} as const

/** Settings of the embedded model server. */
export const modelSettings = {
  allowWrites: toggle('model.allowWrites', false),
} as const

/** Settings of environments. */
export const gemSettings = {
  /** Folder of the user's environment plugins, loaded by the embedded server at startup; empty: none. */
  plugins: text('gem.plugins', '', /^(?:\/|[A-Za-z]:[\\/]).+/),
  /** Python interpreter for plugins, optionally of a virtual environment; empty: the system's. */
  python: text('gem.python', '', /^(?:\/|[A-Za-z]:[\\/]).+/),
  /** Timeout of a plugin call. */
  callSeconds: number('gem.callSeconds', 90, { min: 1, max: 3_600, unit: 's' }),
} as const

/** Settings of the explorer. */
export const explorerSettings = {
  layout: choice('explorer.layout', 'layered', ['layered', 'force', 'radial', 'grid']),
} as const

const THEMES = ['system', 'light', 'dark', 'contrast'] as const

/** Settings of the whole page. */
export const appSettings = {
  startPage: toggle('app.startPage', true),
  theme: choice('app.theme', 'system', THEMES),
  language: choice('app.language', 'system', ['system', 'en', 'zh']),
  fontSize: number('app.fontSize', 13, { min: 11, max: 24, unit: 'px' }),
  monoFontSize: number('app.monoFontSize', 12.5, { min: 10, max: 24, step: 0.5, unit: 'px' }),
} as const

/** All settings by area, in the order of the settings page. */
export const settingAreas = {
  app: appSettings,
  terminal: terminalSettings,
  sandboxes: sandboxSettings,
  explorer: explorerSettings,
  gem: gemSettings,
  model: modelSettings,
  privacy: privacySettings,
} as const
export { accepts, settingValue, type Setting, type SettingControl } from './setting.ts'
export { terminalSettings } from './terminal.ts'

import { choice, number, text, toggle } from './setting.ts'
import { terminalSettings } from './terminal.ts'

/** What concerns the sandbox platform that Orrery brings along; each takes effect with its restart. */
export const sandboxSettings = {
  /** What isolates sandboxes; `process` isolates nothing and is never chosen by itself. */
  runtime: choice('sandboxes.runtime', 'auto', [
    'auto',
    'docker',
    'podman',
    'bubblewrap',
    'namespaces',
    'process',
  ]),
  /** What new sandboxes reach that ask for nothing else. */
  network: choice('sandboxes.network', 'own', ['own', 'none', 'allow', 'shared']),
  /** `HOST[:PORT],…`, for `allow`. */
  allowedHosts: text('sandboxes.allowedHosts', '', /^[^\s,]+(?:\s*,\s*[^\s,]+)*$/),
  /** 0: another port and another token at each start. */
  port: number('sandboxes.port', 0, { min: 0, max: 65_535, unit: '' }),
} as const

/** What may leave the machine, or lie on it unencrypted. Orrery sends no telemetry, so there is nothing to switch off. */
export const privacySettings = {
  plainSecrets: toggle('privacy.plainSecrets', false),
  /** Address of a JSON file `{version, url}`; empty: no address is asked. */
  updateFeed: text('privacy.updateFeed', '', /^https:\/\/\S+$/),
} as const

/** What concerns the model server that Orrery brings along. */
export const modelSettings = {
  allowWrites: toggle('model.allowWrites', false),
} as const

/** What concerns environments. */
export const gemSettings = {
  /** Folder with environments of the person's own, read by the embedded server at its start; empty: none. */
  plugins: text('gem.plugins', '', /^(?:\/|[A-Za-z]:[\\/]).+/),
  /** The Python interpreter for them, of a virtual environment or not; empty: the system's. */
  python: text('gem.python', '', /^(?:\/|[A-Za-z]:[\\/]).+/),
  /** How long one of their calls may take. */
  callSeconds: number('gem.callSeconds', 90, { min: 1, max: 3_600, unit: 's' }),
} as const

/** What concerns the explorer. */
const explorerSettings = {
  layout: choice('explorer.layout', 'layered', ['layered', 'force', 'radial', 'grid']),
} as const

const THEMES = ['system', 'light', 'dark', 'contrast'] as const

/** What concerns the whole page. */
export const appSettings = {
  startPage: toggle('app.startPage', true),
  theme: choice('app.theme', 'system', THEMES),
  language: choice('app.language', 'system', ['system', 'en', 'zh']),
  fontSize: number('app.fontSize', 13, { min: 11, max: 18, unit: 'px' }),
  monoFontSize: number('app.monoFontSize', 12.5, { min: 10, max: 18, step: 0.5, unit: 'px' }),
} as const

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
export { accepts, settingValue, type Setting, type SettingControl } from './setting.ts'
export { terminalSettings } from './terminal.ts'

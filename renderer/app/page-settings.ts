import { appSettings, settingValue } from '#shared/workbench/settings/index.ts'
import { setLanguage } from '../i18n/text.ts'
import { setTextScale } from '../ui/text-scale.ts'
import { setKeymap } from './keys.ts'
import { START_CLOSED } from './route.ts'
import { keymapOf, readSettings, applySettings, useSettings } from './settings-store.ts'
import { workbench } from './workbench.ts'

/** The first of the system's languages that Orrery supports. */
const languageOfSystem = (): string =>
  navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'zh' || tag === 'en') ?? 'en'

const darkMode = window.matchMedia('(prefers-color-scheme: dark)')
const moreContrast = window.matchMedia('(prefers-contrast: more)')

/** Applies page-wide settings: theme, language, font sizes, key bindings. */
function apply(values: Readonly<Record<string, unknown>>): void {
  const root = document.documentElement
  const theme = settingValue(appSettings.theme, values)
  const system = moreContrast.matches ? 'contrast' : darkMode.matches ? 'dark' : 'light'
  root.dataset['theme'] = theme === 'system' ? system : theme
  setTextScale(settingValue(appSettings.fontSize, values) / appSettings.fontSize.initial)
  // Code scales with all other text; its own setting is relative to that.
  root.style.setProperty('--text-mono', `${settingValue(appSettings.monoFontSize, values) / 16}rem`)
  const language = settingValue(appSettings.language, values)
  void setLanguage(language === 'system' ? languageOfSystem() : language)
  setKeymap(keymapOf(values))
}

/** Reads the settings and applies every change, from any window. Call once at start. */
export function followSettings(): void {
  apply({})
  useSettings.subscribe(({ values }) => {
    apply(values)
    if (settingValue(appSettings.startPage, values)) localStorage.removeItem(START_CLOSED)
    else localStorage.setItem(START_CLOSED, '1')
  })
  darkMode.addEventListener('change', () => apply(useSettings.getState().values))
  moreContrast.addEventListener('change', () => apply(useSettings.getState().values))
  workbench.on('settings.changed', applySettings)
  void readSettings()
}

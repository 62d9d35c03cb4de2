import { create } from 'zustand'
import { setLanguage } from './i18n/text.ts'
import { setKeymap } from './keys.ts'
import { workbench } from './workbench.ts'

interface SettingsState {
  /** Settings that differ from their defaults, by dotted name. */
  readonly values: Readonly<Record<string, unknown>>
}

export const useSettings = create<SettingsState>(() => ({ values: {} }))

/** A setting's value, or the default when it was never set or is of another type. */
export function useSetting<T extends string | number | boolean>(name: string, fallback: T): T {
  return useSettings((state) => {
    const value = state.values[name]
    return typeof value === typeof fallback ? (value as T) : fallback
  })
}

/** Sets one value here at once and in the core; `undefined` returns it to its default. */
export async function setSetting(name: string, value: unknown): Promise<void> {
  useSettings.setState((state) => ({ values: { ...state.values, [name]: value } }))
  await workbench.call('settings.set', { name, value })
}

const THEMES = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]

const darkMode = window.matchMedia('(prefers-color-scheme: dark)')
const moreContrast = window.matchMedia('(prefers-contrast: more)')

/** Applies what concerns the whole page: theme, language, font size, keys. */
function apply(values: Readonly<Record<string, unknown>>): void {
  const root = document.documentElement
  const theme = THEMES.find((known) => known === values['app.theme']) ?? 'system'
  const system = moreContrast.matches ? 'contrast' : darkMode.matches ? 'dark' : 'light'
  root.dataset['theme'] = theme === 'system' ? system : theme
  void setLanguage(typeof values['app.language'] === 'string' ? values['app.language'] : 'en')
  const keymap = values['app.keymap']
  setKeymap(typeof keymap === 'object' && keymap !== null ? (keymap as Record<string, string>) : {})
}

/** Reads the settings and follows their changes, here and in other windows. Called once, at start. */
export function followSettings(): void {
  apply({})
  useSettings.subscribe((state) => apply(state.values))
  darkMode.addEventListener('change', () => apply(useSettings.getState().values))
  moreContrast.addEventListener('change', () => apply(useSettings.getState().values))
  workbench.on('settings.changed', (values) => useSettings.setState({ values }))
  void workbench.call('settings.all', {}).then((values) => useSettings.setState({ values }))
}

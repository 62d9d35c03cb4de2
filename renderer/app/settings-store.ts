import { create } from 'zustand'
import { appSettings, settingValue, type Setting } from '#shared/workbench/settings/index.ts'
import { setLanguage } from '../i18n/text.ts'
import { withPresentIds } from './former-commands.ts'
import { setKeymap } from './keys.ts'
import { setTextScale } from '../ui/text-scale.ts'
import { START_CLOSED } from './route.ts'
import { useWorkbench, workbench } from './workbench.ts'

interface SettingsState {
  /** Settings that differ from their defaults, by dotted name. */
  readonly values: Readonly<Record<string, unknown>>
}

export const useSettings = create<SettingsState>(() => ({ values: {} }))

/** Whether a setting was given on the command line, which wins over what is set here. */
export const useIsGiven = ({ name }: Setting): boolean =>
  useWorkbench(({ capabilities }) => capabilities?.givenSettings?.[name] !== undefined)

/** A setting's value in force. */
export function useSetting<V extends string | number | boolean>(setting: Setting<string, V>): V {
  const given = useWorkbench(({ capabilities }) => capabilities?.givenSettings)
  return useSettings(({ values }) => settingValue(setting, { ...values, ...given }))
}

/** Sets one value here at once and in the core; `undefined` returns it to its default. */
export async function setSetting(name: string, value: unknown): Promise<void> {
  useSettings.setState((state) => ({ values: { ...state.values, [name]: value } }))
  underWay++
  try {
    await workbench.call('settings.set', { name, value })
  } finally {
    underWay--
    if (underWay === 0) await readSettings()
  }
}

/** Changes of ours that the core has not answered yet; what it tells meanwhile may be older than what is shown. */
let underWay = 0

async function readSettings(): Promise<void> {
  const values = await workbench.call('settings.all', {})
  if (underWay === 0) useSettings.setState({ values })
}

/** Keys that the person gave to commands, by command id; `''` takes a command's keys away. */
export const KEYMAP = 'app.keymap'

export function keymapOf(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const kept = values[KEYMAP]
  if (typeof kept !== 'object' || kept === null) return {}
  return withPresentIds(
    Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  )
}

/** The first language of the system's that Orrery speaks. */
const languageOfSystem = (): string =>
  navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'zh' || tag === 'en') ?? 'en'

const darkMode = window.matchMedia('(prefers-color-scheme: dark)')
const moreContrast = window.matchMedia('(prefers-contrast: more)')

/** Applies what concerns the whole page: theme, language, font sizes, keys. */
function apply(values: Readonly<Record<string, unknown>>): void {
  const root = document.documentElement
  const theme = settingValue(appSettings.theme, values)
  const system = moreContrast.matches ? 'contrast' : darkMode.matches ? 'dark' : 'light'
  root.dataset['theme'] = theme === 'system' ? system : theme
  setTextScale(settingValue(appSettings.fontSize, values) / appSettings.fontSize.initial)
  // Code grows with all other text; its own size says how large it is beside that.
  root.style.setProperty('--text-mono', `${settingValue(appSettings.monoFontSize, values) / 16}rem`)
  const language = settingValue(appSettings.language, values)
  void setLanguage(language === 'system' ? languageOfSystem() : language)
  setKeymap(keymapOf(values))
}

/** Reads the settings and follows their changes, here and in other windows. Called once, at start. */
export function followSettings(): void {
  apply({})
  useSettings.subscribe(({ values }) => {
    apply(values)
    if (settingValue(appSettings.startPage, values)) localStorage.removeItem(START_CLOSED)
    else localStorage.setItem(START_CLOSED, '1')
  })
  darkMode.addEventListener('change', () => apply(useSettings.getState().values))
  moreContrast.addEventListener('change', () => apply(useSettings.getState().values))
  workbench.on('settings.changed', (values) => {
    if (underWay === 0) useSettings.setState({ values })
  })
  void readSettings()
}

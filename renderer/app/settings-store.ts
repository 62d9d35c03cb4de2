import { create } from 'zustand'
import { settingValue, type Setting } from '#shared/workbench/settings/index.ts'
import { withPresentIds } from './former-commands.ts'
import { useWorkbench, workbench } from './workbench.ts'

interface SettingsState {
  /** Settings that differ from their defaults, by dotted name. */
  readonly values: Readonly<Record<string, unknown>>
}

export const useSettings = create<SettingsState>(() => ({ values: {} }))

/** Whether a setting was given on the command line, which overrides the stored value. */
export const useIsOverridden = ({ name }: Setting): boolean =>
  useWorkbench(({ capabilities }) => capabilities?.givenSettings?.[name] !== undefined)

/** Returns a setting's effective value. */
export function useSetting<V extends string | number | boolean>(setting: Setting<string, V>): V {
  const given = useWorkbench(({ capabilities }) => capabilities?.givenSettings)
  return useSettings(({ values }) => settingValue(setting, { ...values, ...given }))
}

/** Sets a value optimistically and in the core; `undefined` resets it to its default. */
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

/** Our changes the core has not confirmed; values it reports meanwhile may be stale. */
let underWay = 0

/** Reads all settings from the core; the answer is ignored while a change of ours is pending. */
export async function readSettings(): Promise<void> {
  const values = await workbench.call('settings.all', {})
  if (underWay === 0) useSettings.setState({ values })
}

/** The user's key bindings by command id; `''` removes a command's keys. */
export const KEYMAP = 'app.keymap'

export function keymapOf(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const overrides = values[KEYMAP]
  if (typeof overrides !== 'object' || overrides === null) return {}
  return withPresentIds(
    Object.fromEntries(
      Object.entries(overrides).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  )
}

/** Applies a change made in another window. */
export function applySettings(values: Readonly<Record<string, unknown>>): void {
  if (underWay === 0) useSettings.setState({ values })
}

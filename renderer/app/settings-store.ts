import { create } from 'zustand'
import { settingValue, type Setting } from '#shared/workbench/settings/index.ts'
import { withPresentIds } from './former-commands.ts'
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

/** Changes of ours that the core has not answered yet; what it reports meanwhile may be older than what is shown. */
let underWay = 0

/** Asks the core for all of them; while a change of ours is under way, its answer is older than what is shown. */
export async function readSettings(): Promise<void> {
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

/** Takes what another window changed. */
export function takeSettings(values: Readonly<Record<string, unknown>>): void {
  if (underWay === 0) useSettings.setState({ values })
}

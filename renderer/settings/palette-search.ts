import { settingAreas, type Setting } from '#shared/workbench/settings/index.ts'
import type { Found } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { text } from '../i18n/text.ts'
import { hintKey, titleKey } from './setting-row.tsx'

/** Every setting, and the sections that are more than settings. */
export function searchSettings(): readonly Found[] {
  const settings = Object.values(settingAreas).flatMap((area) => Object.values(area) as Setting[])
  const found = (id: string, title: string, more: string): Found => ({
    id: `settings:${id}`,
    title,
    group: text('app.bench.settings'),
    more,
    run: () => openWith('settings.show', { search: title }),
  })
  return [
    ...settings.map((setting) => found(setting.name, text(titleKey(setting)), text(hintKey(setting)))),
    ...(['settings.keys', 'settings.secrets', 'settings.data'] as const).map((key) =>
      found(key, text(key), ''),
    ),
  ]
}

import { settingAreas, type Setting } from '#shared/workbench/settings/index.ts'
import type { Found } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { text } from '../i18n/text.ts'
import { hintKey, titleKey } from './setting-row.tsx'

/** Sections that are more than settings, each with the texts that find it: what can be done there. */
export const SECTIONS = [
  { id: 'secrets', title: 'settings.secrets', texts: ['settings.secrets.encrypted'] },
  {
    id: 'data',
    title: 'settings.data',
    texts: [
      'settings.data.hint',
      'settings.data.backup',
      'settings.data.restore',
      'settings.data.diagnostics',
    ],
  },
  { id: 'about', title: 'settings.about', texts: ['settings.about.licences'] },
] as const

/** What is done in a section and has a title of its own. */
const ACTIONS = ['settings.data.backup', 'settings.data.restore', 'settings.data.diagnostics'] as const

/** Every setting, the sections that are more than settings, and what can be done in those. */
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
    ...(['settings.keys', ...SECTIONS.map(({ title }) => title), ...ACTIONS] as const).map((key) =>
      found(key, text(key), ''),
    ),
  ]
}

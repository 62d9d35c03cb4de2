import { settingAreas, type Setting } from '#shared/workbench/settings/index.ts'
import type { SearchResult } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { text } from '../i18n/text.ts'
import { titleKey, wordsOf } from './setting-row.tsx'

/** Sections with more than settings, their actions, and further search terms. */
export const SECTIONS = [
  { id: 'secrets', title: 'settings.secrets', actions: [], texts: ['settings.secrets.encrypted'] },
  {
    id: 'data',
    title: 'settings.data',
    actions: ['settings.data.backup', 'settings.data.restore', 'settings.data.diagnostics'],
    texts: ['settings.data.hint'],
  },
  { id: 'about', title: 'settings.about', actions: [], texts: ['settings.about.licences'] },
] as const

/** Sections of settings that are looked for by name; the others are called like what they set. */
const NAMED = ['app', 'privacy'] as const

/** Searches settings, sections, and the actions in them. */
export function searchSettings(): readonly SearchResult[] {
  const settings = Object.values(settingAreas).flatMap((area) => Object.values(area) as Setting[])
  const found = (
    id: string,
    title: string,
    where: { readonly setting?: string; readonly section?: string },
  ): SearchResult => ({
    id: `settings:${id}`,
    title,
    group: text('app.bench.settings'),
    run: () => openWith('settings.show', { search: title, ...where }),
  })
  return [
    ...settings.map((setting) => {
      const { hint, choices } = wordsOf(text, setting)
      return {
        ...found(setting.name, text(titleKey(setting)), { setting: setting.name }),
        more: hint,
        terms: choices,
      }
    }),
    ...NAMED.map((area) => ({
      ...found(`area.${area}`, text(`settings.area.${area}`), { section: area }),
      // All of the section is shown, not only what is called like it.
      run: () => openWith('settings.show', { search: '', section: area }),
    })),
    found('settings.keys', text('settings.keys'), { section: 'keys' }),
    ...SECTIONS.flatMap(({ id, title, actions }) =>
      [title, ...actions].map((key) => found(key, text(key), { section: id })),
    ),
  ]
}

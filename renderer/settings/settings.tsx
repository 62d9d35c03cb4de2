import { useState } from 'react'
import { settingAreas, type Setting } from '#shared/workbench/settings/index.ts'
import { BenchHeader } from '../app/bench-header.tsx'
import { useText, type MessageKey, type Text } from '../i18n/text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Input } from '../ui/field.tsx'
import { Stack } from '../ui/stack.tsx'
import { DataSection } from './data-section.tsx'
import { KeymapSection } from './keymap-section.tsx'
import { SecretsSection } from './secrets-section.tsx'
import { hintKey, SettingRow, titleKey } from './setting-row.tsx'
import styles from './settings.module.css'

function matches(setting: Setting, search: string, t: Text): boolean {
  return `${t(titleKey(setting))} ${t(hintKey(setting))} ${setting.name}`.toLowerCase().includes(search)
}

/** Everything that can be set, on one page, found by typing. */
export function Settings() {
  const t = useText()
  const [search, setSearch] = useState('')
  const needle = search.trim().toLowerCase()
  const areas = Object.entries(settingAreas).map(([area, settings]) => ({
    area,
    settings: (Object.values(settings) as Setting[]).filter((setting) => matches(setting, needle, t)),
  }))
  const found = areas.some(({ settings }) => settings.length > 0)
  const holds = (...keys: MessageKey[]): boolean => keys.some((key) => t(key).toLowerCase().includes(needle))
  return (
    <>
      <BenchHeader title="app.bench.settings" label={t('app.bench.settings')}>
        <Input
          type="search"
          aria-label={t('settings.search')}
          placeholder={t('settings.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </BenchHeader>
      <div className={styles['scroller']}>
        <Stack gap={4} className={styles['page']}>
          {areas.map(({ area, settings }) =>
            settings.length === 0 ? null : (
              <Stack key={area} as="section" gap={2} className={styles['section']}>
                <h2>{t(`settings.area.${area}` as MessageKey)}</h2>
                {area === 'privacy' ? <p className={styles['quiet']}>{t('settings.privacy.none')}</p> : null}
                {settings.map((setting) => (
                  <SettingRow key={setting.name} setting={setting} />
                ))}
              </Stack>
            ),
          )}
          {holds('settings.secrets', 'settings.secrets.encrypted') ? <SecretsSection /> : null}
          {holds(
            'settings.data',
            'settings.data.hint',
            'settings.data.backup',
            'settings.data.diagnostics',
          ) ? (
            <DataSection />
          ) : null}
          <KeymapSection search={search} />
          {!found && needle !== '' ? <EmptyState title={t('settings.nothing')} /> : null}
        </Stack>
      </div>
    </>
  )
}

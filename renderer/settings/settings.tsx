import { useState, useCallback, useEffect, type UIEvent } from 'react'
import { Trash2 } from 'lucide-react'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { privacySettings, type Setting, settingAreas } from '#shared/workbench/settings/index.ts'
import { Text } from '../ui/text.tsx'
import { BenchHeader } from '../app/bench-header.tsx'
import { FailureNotice } from '../app/failure-text.tsx'
import type { Intents } from '../app/bench.ts'
import { useIntent } from '../app/intents.ts'
import { holdsMeaning } from '../app/palette-words.ts'
import { saveFile } from '../app/save-file.ts'
import { useSetting } from '../app/settings-store.ts'
import { useWorkbench, workbench } from '../app/workbench.ts'
import { type MessageKey, type Text as Translate, useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Columns, ColumnToggle } from '../ui/columns.tsx'
import { useNarrow } from '../ui/narrow.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Input, Field, SearchInput } from '../ui/field.tsx'
import { FileInput } from '../ui/file-input.tsx'
import { List } from '../ui/list.tsx'
import { Row } from '../ui/row.tsx'
import { Form, Stack } from '../ui/stack.tsx'
import { openHelp } from '../app/help-store.ts'
import { Mark } from '../ui/mark.tsx'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { KeymapSection, keysFieldOf, useFoundKeys } from './keymap-section.tsx'
import { SECTIONS } from './palette-search.ts'
import { SettingRow, titleKey, wordsOf } from './setting-row.tsx'
import styles from './settings.module.css'

/** The data folder, with backup and restore. */
function DataSection() {
  const t = useText()
  const folder = useWorkbench((state) => state.capabilities?.dataFolder ?? '')
  const [note, setNote] = useState('')
  const [restored, setRestored] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const attempt = async (work: () => Promise<string>): Promise<void> => {
    setNote('')
    setFailure(undefined)
    try {
      setNote(await work())
    } catch (error) {
      setFailure(toFailure(error))
    }
  }
  const backup = () =>
    attempt(async () => {
      const { name, text, files, left, modelLeft } = await workbench.call('data.backup', {})
      saveFile(name, text, 'application/json')
      return [
        t('settings.data.saved', { count: files }),
        left > 0 && t('settings.data.left', { count: left }),
        modelLeft && t('settings.data.modelLeft'),
      ]
        .filter(Boolean)
        .join(' ')
    })
  const diagnostics = () =>
    attempt(async () => {
      const { name, text } = await workbench.call('data.diagnostics', {})
      saveFile(name, text, 'application/json')
      return t('settings.data.diagnostics.saved', { name })
    })
  const restore = (file: File) =>
    attempt(async () => {
      const { files, kept: previousFolder } = await workbench.call('data.restore', {
        text: await file.text(),
      })
      setRestored(true)
      return t('settings.data.restored', { count: files, kept: previousFolder })
    })
  return (
    <Stack as="section" id="settings-data" gap={2} className={styles['section']}>
      <h2>{t('settings.data')}</h2>
      <Stack as="p" row gap={2}>
        <Text as="code" breaks>
          {folder}
        </Text>
        <CopyButton text={folder} />
      </Stack>
      <Text as="p" tone="quiet" small>
        {t('settings.data.hint')}
      </Text>
      <Stack row>
        <Button onClick={() => void backup()}>{t('settings.data.backup')}</Button>
      </Stack>
      <Stack as="label" row gap={2}>
        {t('settings.data.restore')}
        <FileInput accept=".json,application/json" onFile={(file) => void restore(file)} />
      </Stack>
      <Text as="p" tone="quiet" small>
        {t('settings.data.diagnostics.hint')}
      </Text>
      <Stack row gap={2}>
        <Button onClick={() => void diagnostics()}>{t('settings.data.diagnostics')}</Button>
      </Stack>
      <Stack row gap={2} wrap>
        <p role="status">{note}</p>
        <FailureNotice failure={failure} />
        {restored ? <Button onClick={() => location.reload()}>{t('settings.data.reload')}</Button> : null}
      </Stack>
    </Stack>
  )
}

function matches(setting: Setting, search: string, t: Translate): boolean {
  const { hint, choices } = wordsOf(t, setting)
  return holdsMeaning(`${t(titleKey(setting))} ${hint} ${choices} ${setting.name}`, search)
}

const VIEWS = { secrets: SecretsSection, data: DataSection, about: AboutSection }

const CONTROLS = ':is(input, select, textarea, button):enabled'

/** Focuses what was asked for: the keys of a command, a setting, a section or its button of that name, or the first control that was found. */
function focusFound({ search, setting, command, section }: Intents['settings.show']): void {
  if (command !== undefined) return document.getElementById(keysFieldOf(command))?.focus()
  const place = document.querySelector(
    setting === undefined ? `#settings-${section ?? ''}` : `[data-setting="${setting}"]`,
  )
  const controls = [
    ...(place ?? document).querySelectorAll<HTMLElement>(
      place ? CONTROLS : `section[id^="settings-"] ${CONTROLS}`,
    ),
  ]
  const named = controls.find(({ textContent }) => textContent === search)
  ;(named ?? controls[0])?.focus()
}

/** A section is the current one once its top is this near the top of the page; more than its scroll margin. */
const PASSED_PX = 24

/** All settings in sections, searchable. */
export function Settings() {
  const t = useText()
  const [search, setSearch] = useState('')
  const [list, setList] = useState(true)
  const narrow = useNarrow()
  const [current, setCurrent] = useState<string>()
  const show = (id: string): void => {
    setCurrent(id)
    // The drawer covers the section, and gives the focus back while it closes.
    if (narrow) setList(false)
    requestAnimationFrame(() => document.getElementById(`settings-${id}`)?.scrollIntoView({ block: 'start' }))
  }
  useIntent('settings.show', (wanted) => {
    setSearch(wanted.search)
    // After the search results are rendered.
    requestAnimationFrame(() => focusFound(wanted))
  })
  const needle = search.trim().toLowerCase()
  const areas = Object.entries(settingAreas).flatMap(([area, all]) => {
    const settings = (Object.values(all) as Setting[]).filter((setting) => matches(setting, needle, t))
    return settings.length === 0
      ? []
      : [{ id: area, title: t(`settings.area.${area}` as MessageKey), settings }]
  })
  const others = SECTIONS.filter(({ title, actions, texts }) =>
    holdsMeaning([title, ...actions, ...texts].map((key) => t(key)).join('\n'), needle),
  )
  const bindings = useFoundKeys(search)
  const sections = [
    ...areas,
    ...others.map(({ id, title }) => ({ id, title: t(title) })),
    ...(bindings.length > 0 ? [{ id: 'keys', title: t('settings.keys') }] : []),
  ]
  const follow = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    const { top } = currentTarget.getBoundingClientRect()
    const isPassed = ({ id }: { readonly id: string }): boolean =>
      (document.getElementById(`settings-${id}`)?.getBoundingClientRect().top ?? Infinity) < top + PASSED_PX
    setCurrent(sections.findLast(isPassed)?.id)
  }
  const shown = sections.find(({ id }) => id === current) ?? sections[0]
  return (
    <>
      <BenchHeader title="app.bench.settings" label={t('app.bench.settings')}>
        <ColumnToggle
          label={t('settings.sections')}
          side="left"
          open={list}
          onToggle={() => setList(!list)}
        />
        <SearchInput label={t('settings.search')} value={search} onSearch={setSearch} />
      </BenchHeader>
      <Columns
        id="settings"
        label={t('settings.sections')}
        side="left"
        share={15}
        open={list}
        onOpenChange={setList}
        column={
          <Stack as="aside" grow scroll ground="sunken" aria-label={t('settings.sections')}>
            <List label={t('settings.sections')} items={sections} keyOf={({ id }) => id} current={shown?.id}>
              {({ id, title }) => <Row label={title} selected={id === shown?.id} onClick={() => show(id)} />}
            </List>
          </Stack>
        }
      >
        <Stack grow scroll onScroll={follow}>
          <Stack gap={8} className={styles['page']}>
            {areas.map(({ id, title, settings }) => (
              <Stack
                key={id}
                as="section"
                id={`settings-${id}`}
                className={`${styles['section']} ${styles['settings']}`}
              >
                <h2>{title}</h2>
                {id === 'privacy' ? (
                  <Text as="p" tone="quiet" small>
                    {t('settings.privacy.none')}
                  </Text>
                ) : null}
                {settings.map((setting) => (
                  <SettingRow key={setting.name} setting={setting} />
                ))}
              </Stack>
            ))}
            {others.map(({ id }) => {
              const View = VIEWS[id]
              return <View key={id} />
            })}
            <KeymapSection bindings={bindings} />
            {sections.length === 0 ? (
              <EmptyState
                title={t('settings.nothing')}
                action={<Button onClick={() => setSearch('')}>{t('ui.clearSearch')}</Button>}
              />
            ) : null}
          </Stack>
        </Stack>
      </Columns>
    </>
  )
}

/** Names of the systems that Orrery runs on. */
const SYSTEMS = new Map([
  ['linux', 'Linux'],
  ['darwin', 'macOS'],
  ['win32', 'Windows'],
])

/** Version and components. The notices are generated by the build. */
function AboutSection() {
  const t = useText()
  const { version, platform, host } = useWorkbench((state) => state.capabilities) ?? {}
  const [notices, setNotices] = useState<string>()
  const read = async (): Promise<void> => {
    const answer = await fetch('./THIRD-PARTY-NOTICES.txt')
    setNotices(answer.ok ? await answer.text() : t('settings.about.noNotices'))
  }
  return (
    <Stack as="section" id="settings-about" gap={2} className={styles['section']}>
      <h2>{t('settings.about')}</h2>
      <Stack row gap={3}>
        <Text style={{ color: 'var(--accent)' }}>
          <Mark size={40} />
        </Text>
        <div>
          <strong>
            {t('app.name')} {version}
          </strong>
          <Text as="p" tone="quiet">
            {[
              platform && (SYSTEMS.get(platform) ?? platform),
              host && t(`settings.about.${host}`),
              'Apache License 2.0',
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
      </Stack>
      <Stack row gap={2}>
        <Button onClick={() => openHelp('words')}>{t('app.help.open')}</Button>
        <Button onClick={() => void read()}>{t('settings.about.licences')}</Button>
      </Stack>
      {notices === undefined ? null : (
        // Scrollable text must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles['notices']} tabIndex={0} aria-label={t('settings.about.licences')}>
          {notices}
        </pre>
      )}
    </Stack>
  )
}

/** Named secrets: they can be set and removed, but not read. */
function SecretsSection() {
  const t = useText()
  const [list, setList] = useState<readonly { name: string; strength: 'encrypted' | 'plain' }[]>([])
  const [draft, setDraft] = useState({ name: '', value: '' })
  const [error, setError] = useState<Failure>()
  const strength = useWorkbench((state) => state.capabilities?.secrets)
  const allowed = useSetting(privacySettings.plainSecrets)
  const generation = useWorkbench((state) => state.generation)
  const load = useCallback(async () => setList(await workbench.call('secrets.list', {})), [])
  useEffect(() => {
    if (generation > 0) void load()
  }, [generation, load])

  const save = async (): Promise<void> => {
    try {
      await workbench.call('secrets.set', draft)
      setDraft({ name: '', value: '' })
      setError(undefined)
      await load()
    } catch (cause) {
      setError(toFailure(cause))
    }
  }
  return (
    <Stack as="section" id="settings-secrets" gap={2} className={styles['section']}>
      <h2>{t('settings.secrets')}</h2>
      <Text as="p" tone="quiet" small>
        {t(`settings.secrets.${strength === 'encrypted' ? strength : allowed ? 'allowed' : 'plain'}`)}
      </Text>
      <ul className={styles['keymap']} aria-label={t('settings.secrets')}>
        {list.map((secret) => (
          <Stack as="li" key={secret.name} row gap={2.5} line="bottom">
            <code>{`\${secret:${secret.name}}`}</code>
            <Badge tone={secret.strength === 'encrypted' ? 'good' : 'warning'}>
              {t(`settings.secrets.is.${secret.strength}`)}
            </Badge>
            <IconButton
              label={t('settings.secrets.remove', { name: secret.name })}
              icon={Trash2}
              onClick={() => void workbench.call('secrets.remove', { name: secret.name }).then(load)}
            />
          </Stack>
        ))}
      </ul>
      <Form row align="end" gap={2} onSubmit={save}>
        <Field label={t('settings.secrets.name')}>
          <Input
            required
            pattern="[\w.\-]{1,80}"
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        </Field>
        <Field label={t('settings.secrets.value')}>
          <Input
            required
            type="password"
            value={draft.value}
            onChange={(event) => setDraft({ ...draft, value: event.target.value })}
          />
        </Field>
        <Button type="submit">{t('settings.secrets.save')}</Button>
      </Form>
      <FailureNotice failure={error} onPlainSecrets={() => void save()} />
    </Stack>
  )
}

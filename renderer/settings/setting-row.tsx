import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Setting } from '#shared/workbench/settings/index.ts'
import { useText, type MessageKey } from '../i18n/text.ts'
import { setSetting, useSetting, useSettings } from '../app/settings-store.ts'
import { Input, Select } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Stack } from '../ui/stack.tsx'
import styles from './settings.module.css'

/** The texts of a setting have its name; the settings' test fails when one is missing. */
export const titleKey = (setting: Setting): MessageKey => `settings.${setting.name}` as MessageKey
export const hintKey = (setting: Setting): MessageKey => `settings.${setting.name}.hint` as MessageKey

function Control({ setting, id }: { readonly setting: Setting; readonly id: string }) {
  const t = useText()
  const value = useSetting(setting)
  const { control, name } = setting
  const describedBy = `${id}-hint`
  switch (control.kind) {
    case 'choice':
      return (
        <Select
          id={id}
          aria-describedby={describedBy}
          value={String(value)}
          onChange={(event) => void setSetting(name, event.target.value)}
        >
          {control.options.map((option) => (
            <option key={option} value={option}>
              {t(`settings.${name}.${option}` as MessageKey)}
            </option>
          ))}
        </Select>
      )
    case 'number':
      return (
        <Stack as="span" row gap={1.5} tone="quiet" className={styles['number']}>
          <Input
            id={id}
            aria-describedby={describedBy}
            type="number"
            min={control.min}
            max={control.max}
            step={control.step}
            value={Number(value)}
            onChange={(event) => {
              const next = event.target.valueAsNumber
              if (next >= control.min && next <= control.max) void setSetting(name, next)
            }}
          />
          {control.unit}
        </Stack>
      )
    case 'text':
      return <TextControl setting={setting} id={id} value={String(value)} pattern={control.pattern} />
    case 'toggle':
      return (
        <input
          id={id}
          aria-describedby={describedBy}
          type="checkbox"
          checked={value === true}
          onChange={(event) => void setSetting(name, event.target.checked)}
        />
      )
  }
}

interface TextControlProps {
  readonly setting: Setting
  readonly id: string
  readonly value: string
  readonly pattern: RegExp
}

/** A line of text that is kept once it is acceptable; until then it is marked and the old one stays in force. */
function TextControl({ setting, id, value, pattern }: TextControlProps) {
  const [draft, setDraft] = useState<string>()
  const shown = draft ?? value
  const accepted = shown === '' || pattern.test(shown)
  return (
    <Input
      id={id}
      aria-describedby={`${id}-hint`}
      aria-invalid={!accepted}
      value={shown}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => {
        if (accepted && draft !== undefined) void setSetting(setting.name, draft === '' ? undefined : draft)
        if (accepted) setDraft(undefined)
      }}
    />
  )
}

/** One setting: its name, what it does, its control, and the way back to its default. */
export function SettingRow({ setting }: { readonly setting: Setting }) {
  const t = useText()
  const changed = useSettings((state) => state.values[setting.name] !== undefined)
  const id = `setting-${setting.name}`
  return (
    <Stack
      row
      justify="space-between"
      gap={6}
      pad={[1.5, 0]}
      line="bottom"
      className={styles['row']}
      data-setting={setting.name}
    >
      <div>
        <label htmlFor={id}>{t(titleKey(setting))}</label>
        <p id={`${id}-hint`}>{t(hintKey(setting))}</p>
      </div>
      <Stack row gap={1.5} fixed className={styles['control']}>
        <Control setting={setting} id={id} />
        <span className={styles['reset']}>
          {changed ? (
            <IconButton
              label={t('settings.reset')}
              icon={RotateCcw}
              onClick={() => void setSetting(setting.name, undefined)}
            />
          ) : null}
        </span>
      </Stack>
    </Stack>
  )
}

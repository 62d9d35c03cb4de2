import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { accepts, type Setting } from '#shared/workbench/settings/index.ts'
import { type MessageKey, type Text as Translate, useText } from '../i18n/text.ts'
import { setSetting, useIsOverridden, useSetting, useSettings } from '../app/settings-store.ts'
import { Input, Select } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import styles from './settings.module.css'

/** Message keys of a setting contain its name; the settings' test fails if one is missing. */
export const titleKey = (setting: Setting): MessageKey => `settings.${setting.name}` as MessageKey
const hintKey = (setting: Setting): MessageKey => `settings.${setting.name}.hint` as MessageKey

const optionKey = (setting: Setting, option: string): MessageKey =>
  `settings.${setting.name}.${option}` as MessageKey

/** What a setting is found by, besides its title. */
export const wordsOf = (
  t: Translate,
  setting: Setting,
): { readonly hint: string; readonly choices: string } => {
  const options = setting.control.kind === 'choice' ? setting.control.options : []
  return {
    hint: t(hintKey(setting)),
    choices: options.map((option) => t(optionKey(setting, option))).join(' '),
  }
}

/** The unit of a number in the user's language. */
const unitOf = (t: Translate, unit: '' | 's' | 'px'): string =>
  unit === '' ? '' : t(`settings.unit.${unit}`)

/** Input state: a valid value is saved; otherwise the old one stays in effect and the row shows the error. */
interface Typed {
  readonly shown: string
  /** The error, once the user has finished typing. */
  readonly wrong: string | undefined
  type(draft: string): void
  done(): void
  putBack(): void
}

function useTyped(setting: Setting): Typed {
  const t = useText()
  const { name, control } = setting
  const storedValue = String(useSetting(setting))
  const [draft, setDraft] = useState<string>()
  const [isAnnounced, setAnnounced] = useState(false)
  const numeric = control.kind === 'number'
  const read = (typed: string): string | number | undefined =>
    typed.trim() === '' ? (numeric ? undefined : '') : numeric ? Number(typed) : typed.trim()
  const taken = draft === undefined || accepts(setting, read(draft))
  const putBack = (): void => {
    setDraft(undefined)
    setAnnounced(false)
  }
  const keep = (typed: string): void => {
    const value = read(typed)
    void setSetting(name, value === '' ? undefined : value)
  }
  return {
    shown: draft ?? storedValue,
    wrong:
      taken || !isAnnounced
        ? undefined
        : numeric
          ? t('settings.number.wrong', {
              ...control,
              kept: [storedValue, unitOf(t, control.unit)].join(' ').trim(),
            })
          : t(`settings.${name}.wrong` as MessageKey),
    type: (typed) => {
      setDraft(typed)
      // Numbers are saved while typing; an incomplete path or URL is useless.
      if (numeric && accepts(setting, read(typed))) keep(typed)
    },
    done: () => {
      if (draft === undefined) return
      setAnnounced(true)
      if (!taken) return
      if (!numeric) keep(draft)
      putBack()
    },
    putBack,
  }
}

function Control({
  setting,
  id,
  typed,
}: {
  readonly setting: Setting
  readonly id: string
  readonly typed: Typed
}) {
  const t = useText()
  const value = useSetting(setting)
  const { control, name } = setting
  const describedBy = `${id}-hint`
  const disabled = useIsOverridden(setting)
  switch (control.kind) {
    case 'choice':
      return (
        <Select
          id={id}
          // Wide enough for the longest option on one line.
          style={{ minWidth: 180, whiteSpace: 'nowrap' }}
          aria-describedby={describedBy}
          disabled={disabled}
          value={String(value)}
          onChange={(event) => void setSetting(name, event.target.value)}
        >
          {control.options.map((option) => (
            <option key={option} value={option}>
              {t(optionKey(setting, option))}
            </option>
          ))}
        </Select>
      )
    case 'number':
    case 'text':
      return (
        <Stack as="span" row gap={1.5}>
          <Input
            id={id}
            style={{ width: control.kind === 'number' ? 84 : undefined }}
            aria-describedby={typed.wrong === undefined ? describedBy : `${id}-wrong`}
            aria-invalid={typed.wrong !== undefined}
            {...(control.kind === 'number'
              ? { type: 'number', min: control.min, max: control.max, step: control.step }
              : {})}
            value={typed.shown}
            onChange={(event) => typed.type(event.target.value)}
            onBlur={typed.done}
            onKeyDown={(event) => {
              if (event.key === 'Enter') typed.done()
              if (event.key === 'Escape') typed.putBack()
            }}
          />
          {control.kind === 'number' && control.unit ? (
            <Text tone="quiet">{unitOf(t, control.unit)}</Text>
          ) : null}
        </Stack>
      )
    case 'toggle':
      return (
        // A label of its own makes the whole row's height a target of a finger.
        <Stack as="label" row>
          <input
            id={id}
            aria-describedby={describedBy}
            type="checkbox"
            checked={value === true}
            onChange={(event) => void setSetting(name, event.target.checked)}
          />
        </Stack>
      )
  }
}

/** A setting: name, description, control, and reset button. */
export function SettingRow({ setting }: { readonly setting: Setting }) {
  const t = useText()
  const given = useIsOverridden(setting)
  const changed = useSettings((state) => state.values[setting.name] !== undefined)
  const typed = useTyped(setting)
  const id = `setting-${setting.name}`
  return (
    <Stack row justify="space-between" gap={6} pad={[2.5, 0]} line="bottom" data-setting={setting.name}>
      <div>
        <label htmlFor={id}>{t(titleKey(setting))}</label>
        <Text as="p" tone="quiet" small id={`${id}-hint`}>
          {t(hintKey(setting))}
          {given ? <strong> {t('settings.given')}</strong> : null}
        </Text>
        {typed.wrong === undefined ? null : (
          <Text as="p" tone="bad" small id={`${id}-wrong`} role="alert">
            {typed.wrong}
          </Text>
        )}
      </div>
      <Stack row gap={1.5} fixed>
        <span className={styles['reset']}>
          {(changed && !given) || typed.wrong !== undefined ? (
            <IconButton
              label={t('settings.reset')}
              icon={RotateCcw}
              onClick={() => {
                typed.putBack()
                void setSetting(setting.name, undefined)
              }}
            />
          ) : null}
        </span>
        <Control setting={setting} id={id} typed={typed} />
      </Stack>
    </Stack>
  )
}

/* oxlint-disable jsx-a11y/no-autofocus -- the first field of a dialog that was just asked for */
import { Stack } from '../../ui/stack.tsx'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { StartFields } from '#shared/documents/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { removePreset, savePreset, useStartMemory } from './presets.ts'
import styles from './start-dialog.module.css'

interface PresetBarProps {
  readonly fields: StartFields
  onChoose(fields: StartFields): void
}

/** Named sets of the dialog's fields. */
export function PresetBar({ fields, onChoose }: PresetBarProps) {
  const t = useText()
  const presets = useStartMemory((state) => state.presets)
  const [chosen, setChosen] = useState('')
  const [naming, setNaming] = useState<string>()
  if (naming !== undefined) {
    const save = (): void => {
      if (naming.trim() === '') return
      savePreset(naming.trim(), fields)
      setChosen(naming.trim())
      setNaming(undefined)
    }
    return (
      <Stack row align="end" gap={2} className={styles['presets']}>
        <Field label={t('sandboxes.start.preset.name')}>
          <Input
            value={naming}
            autoFocus
            onChange={(event) => setNaming(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              save()
            }}
          />
        </Field>
        <Button onClick={() => setNaming(undefined)}>{t('sandboxes.cancel')}</Button>
        <Button disabled={naming.trim() === ''} onClick={save}>
          {t('sandboxes.start.preset.save')}
        </Button>
      </Stack>
    )
  }
  return (
    <Stack row align="end" gap={2} className={styles['presets']}>
      <Field label={t('sandboxes.start.preset')}>
        <Select
          value={chosen}
          onChange={(event) => {
            setChosen(event.target.value)
            const preset = presets.find(({ name }) => name === event.target.value)
            if (preset) onChoose(preset.fields)
          }}
        >
          <option value="">{t('sandboxes.start.preset.none')}</option>
          {presets.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      {chosen ? (
        <IconButton
          label={t('sandboxes.start.preset.remove')}
          icon={Trash2}
          onClick={() => {
            removePreset(chosen)
            setChosen('')
          }}
        />
      ) : null}
      <Button onClick={() => setNaming(chosen)}>{t('sandboxes.start.preset.save')}</Button>
    </Stack>
  )
}

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { StartFields } from '#shared/documents/sandboxes.ts'
import type { StartChoices } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { imageHere } from './choices.ts'
import styles from './start-dialog.module.css'
import { removeTemplate, saveTemplate, useStartMemory } from './start-memory.ts'
import { EMPTY, templatesWith } from './templates.ts'

/* oxlint-disable jsx-a11y/no-autofocus -- the field that was just asked for */

interface TemplateBarProps {
  readonly fields: StartFields
  readonly choices: StartChoices | undefined
  onChoose(fields: StartFields): void
}

/** Selects a template by name, and saves the dialog's fields as a new or changed one. */
export function TemplateBar({ fields, choices, onChoose }: TemplateBarProps) {
  const t = useText()
  const own = useStartMemory((state) => state.presets)
  const [naming, setNaming] = useState<string>()
  const templates = templatesWith(own)
  const chosen = templates.some(({ template }) => template === fields.template) ? fields.template : ''
  const choose = (name: string): void => {
    const template = templates.find((one) => one.template === name) ?? EMPTY
    const image = imageHere(choices, template.image ?? fields.image)
    onChoose({ ...fields, ...template, image })
  }
  if (naming !== undefined) {
    const save = (): void => {
      const name = naming.trim()
      if (name === '') return
      saveTemplate(name, fields)
      onChoose({ ...fields, template: name })
      setNaming(undefined)
    }
    return (
      <Stack row align="end" gap={2} className={styles['presets']}>
        <Field label={t('sandboxes.start.template.name')}>
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
        <Button reason={naming.trim() === '' ? t('ui.need') : undefined} onClick={save}>
          {t('sandboxes.start.template.save')}
        </Button>
      </Stack>
    )
  }
  return (
    <Stack row align="end" gap={2} className={styles['presets']}>
      <Field label={t('sandboxes.start.template')}>
        <Select value={chosen} onChange={(event) => choose(event.target.value)}>
          <option value="">{t('sandboxes.start.template.empty')}</option>
          {templates.map(({ template }) => (
            <option key={template}>{template}</option>
          ))}
        </Select>
      </Field>
      {own.some(({ name }) => name === chosen) ? (
        <IconButton
          label={t('sandboxes.start.template.remove')}
          icon={Trash2}
          onClick={() => {
            removeTemplate(chosen)
            choose('')
          }}
        />
      ) : null}
      <Button onClick={() => setNaming(chosen)}>{t('sandboxes.start.template.save')}</Button>
    </Stack>
  )
}

import { FilePlus, Trash2 } from 'lucide-react'
import type { StartFields } from '#shared/documents/sandboxes.ts'
import type { StartFile } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './start-dialog.module.css'

/** Visible lines of a text area. */
const rowsOf = (text: string, most: number): number => Math.min(most, Math.max(2, text.split('\n').length))

interface TemplateFieldsProps {
  readonly fields: StartFields
  onChange(change: Partial<StartFields>): void
}

/** A sandbox's initial files, and the script for its first terminal. */
export function TemplateFields({ fields: { files, script }, onChange }: TemplateFieldsProps) {
  const t = useText()
  const change = (at: number, part: Partial<StartFile>): void =>
    onChange({ files: files.map((file, index) => (index === at ? { ...file, ...part } : file)) })
  return (
    <details className={styles['wide']}>
      <summary>
        {t('sandboxes.start.contents', { count: files.length, script: script.trim() === '' ? 'no' : 'yes' })}
      </summary>
      <Stack gap={3} pad={[2, 0]}>
        {files.map(({ path, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may have one path while it is typed
          <Stack key={index} gap={1}>
            <Stack row gap={2}>
              <Input
                value={path}
                aria-label={t('sandboxes.start.file.path', { number: index + 1 })}
                placeholder={t('sandboxes.start.file.example')}
                style={{ flex: 1 }}
                onChange={(event) => change(index, { path: event.target.value })}
              />
              <IconButton
                label={t('sandboxes.start.file.remove', { path })}
                icon={Trash2}
                onClick={() => onChange({ files: files.filter((_, at) => at !== index) })}
              />
            </Stack>
            <textarea
              className={styles['env']}
              rows={rowsOf(text, 8)}
              spellCheck={false}
              aria-label={t('sandboxes.start.file.text', { path })}
              value={text}
              onChange={(event) => change(index, { text: event.target.value })}
            />
          </Stack>
        ))}
        <Stack row>
          <Button onClick={() => onChange({ files: [...files, { path: '', text: '' }] })}>
            <FilePlus size={14} aria-hidden />
            {t('sandboxes.start.file.add')}
          </Button>
        </Stack>
        <Field label={t('sandboxes.start.script')} hint={t('sandboxes.start.script.hint')}>
          <textarea
            className={styles['env']}
            rows={rowsOf(script, 8)}
            spellCheck={false}
            value={script}
            onChange={(event) => onChange({ script: event.target.value })}
          />
        </Field>
      </Stack>
    </details>
  )
}

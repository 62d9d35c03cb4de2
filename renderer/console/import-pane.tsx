import { useEffect, useState } from 'react'
import type { ImportPreview } from '#shared/workbench/areas/connections.ts'
import { useText } from '../app/i18n/text.ts'
import { workbench } from '../app/workbench.ts'
import { Badge } from '../ui/badge.tsx'
import { Field } from '../ui/field.tsx'
import styles from './console.module.css'

const PAUSE = 200

interface ImportPaneProps {
  readonly preview: ImportPreview | undefined
  onPreview(preview: ImportPreview | undefined): void
}

/** A file of another host, or a snippet out of a README; what it holds is shown before anything happens. */
export function ImportPane({ preview, onPreview }: ImportPaneProps) {
  const t = useText()
  const [source, setSource] = useState('')
  useEffect(() => {
    if (source.trim() === '') return onPreview(undefined)
    const timer = setTimeout(
      () => void workbench.call('connections.previewImport', { text: source }).then(onPreview),
      PAUSE,
    )
    return () => clearTimeout(timer)
  }, [source, onPreview])
  return (
    <>
      <Field label={t('console.import.paste')} hint={t('console.import.hint')}>
        <textarea
          className={styles['area']}
          rows={9}
          spellCheck={false}
          value={source}
          onChange={(event) => setSource(event.target.value)}
          onDrop={(event) => {
            const file = event.dataTransfer.files[0]
            if (!file) return
            event.preventDefault()
            void file.text().then(setSource)
          }}
        />
      </Field>
      <Field label={t('console.import.file')}>
        <input
          type="file"
          accept=".json,application/json"
          onChange={(event) => void event.target.files?.[0]?.text().then(setSource)}
        />
      </Field>
      {preview?.error ? (
        <p className={styles['failure']} role="alert">
          {t('console.import.error', preview.error)}
        </p>
      ) : null}
      <ul className={styles['preview']} aria-label={t('console.import.found')}>
        {preview?.servers.map((server) => (
          <li key={server.name}>
            <strong>{server.name}</strong> <code>{server.summary}</code>
            {server.problems.map((problem) => (
              <Badge key={problem} tone="bad">
                {problem}
              </Badge>
            ))}
          </li>
        ))}
      </ul>
      {preview && preview.inputs.length > 0 ? (
        <p className={styles['quiet']}>
          {t('console.import.inputs', { names: preview.inputs.map(({ id }) => id).join(', ') })}
        </p>
      ) : null}
    </>
  )
}

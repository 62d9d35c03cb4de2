import { useEffect, useState } from 'react'
import type { ImportPreview } from '#shared/workbench/areas/connections.ts'
import { inOurWords, useText } from '../../i18n/text.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { Badge } from '../../ui/badge.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import styles from '../parts/console.module.css'
import { LaunchView } from './launch-view.tsx'
import { problemText } from './save-connections.ts'

const PAUSE = 200

interface ImportPaneProps {
  readonly preview: ImportPreview | undefined
  /** Names of servers that are not wanted. */
  readonly left: ReadonlySet<string>
  /** Values that the file asks for, by id. */
  readonly inputs: Readonly<Record<string, string>>
  onPreview(preview: ImportPreview | undefined): void
  onLeft(left: ReadonlySet<string>): void
  onInputs(inputs: Readonly<Record<string, string>>): void
}

/** A file of another host, or a snippet out of a README; what it holds is shown before anything happens. */
export function ImportPane({ preview, left, inputs, onPreview, onLeft, onInputs }: ImportPaneProps) {
  const t = useText()
  const known = useWorkbench((state) => state.connections)
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
        <FileInput
          accept=".json,.toml,.yaml,.yml,application/json"
          showsName
          onFile={(file) => void file.text().then(setSource)}
        />
      </Field>
      {preview?.error ? (
        <p className={styles['failure']} role="alert">
          {problemText(preview.error)}
        </p>
      ) : null}
      <ul className={styles['preview']} aria-label={t('console.import.found')}>
        {preview?.servers.map((server) => (
          <li key={server.name}>
            <label>
              <input
                type="checkbox"
                checked={server.problems.length === 0 && !left.has(server.name)}
                disabled={server.problems.length > 0}
                onChange={(event) => {
                  const next = new Set(left)
                  if (event.target.checked) next.delete(server.name)
                  else next.add(server.name)
                  onLeft(next)
                }}
              />
              <strong>{server.name}</strong>
            </label>
            {server.launch ? <LaunchView launch={server.launch} /> : <code>{server.summary}</code>}
            {known.some(({ id }) => id === `model:${server.name}`) ? (
              <Badge tone="warning">{t('console.import.replaces')}</Badge>
            ) : null}
            {server.problems.map((problem) => (
              <Badge key={problem.message} tone="bad">
                {inOurWords(problem).message}
              </Badge>
            ))}
          </li>
        ))}
      </ul>
      {preview?.inputs.map(({ id, description }) => (
        <Field key={id} label={description || id} hint={t('console.import.input', { name: id })}>
          <Input
            type="password"
            value={inputs[id] ?? ''}
            onChange={(event) => onInputs({ ...inputs, [id]: event.target.value })}
          />
        </Field>
      ))}
    </>
  )
}

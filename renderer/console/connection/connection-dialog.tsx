import { useEffect, useState } from 'react'
import type { ImportPreview } from '#shared/workbench/areas/connections.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { useText } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import styles from '../parts/console.module.css'
import { useConsole } from '../parts/console-store.ts'
import { Stack } from '../../ui/stack.tsx'
import { definitionOf, draftOf, EMPTY } from './connection-draft.ts'
import { ConnectionForm } from './connection-form.tsx'
import { DefinitionPane, type DefinitionText } from './definition-pane.tsx'
import { ImportPane } from './import-pane.tsx'
import { saveDefinition, saveDraft, saveImport } from './save-connections.ts'

type Pane = 'import' | 'form' | 'json'

const BLANK: DefinitionText = { name: '', kind: 'model', text: '{\n  "command": ""\n}' }
const asText = (definition: object): string => JSON.stringify(definition, null, 2)

/** Adds a connection by form, as JSON, or from what another host wrote; or changes one. */
export function ConnectionDialog() {
  const t = useText()
  const editing = useConsole((state) => state.editing)
  const [pane, setPane] = useState<Pane>('import')
  const [draft, setDraft] = useState(EMPTY)
  const [json, setJson] = useState(BLANK)
  const [preview, setPreview] = useState<ImportPreview>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [inputs, setInputs] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState<string>()
  const close = (): void => useConsole.setState({ editing: undefined })
  const name = editing?.name

  useEffect(() => {
    setError(undefined)
    setPreview(undefined)
    setLeft(new Set())
    setInputs({})
    setDraft(EMPTY)
    setJson(BLANK)
    setPane(name === undefined ? 'import' : 'form')
    if (name === undefined) return
    void workbench
      .call('connections.definitions', {})
      .then((definitions) => setDraft(draftOf(name, definitions)))
  }, [editing, name])

  /** The form and its JSON are two views of one definition: what was typed in one is seen in the other. */
  const show = (next: Pane): void => {
    setError(undefined)
    if (next === 'json' && (name !== undefined || draft !== EMPTY)) {
      const kind = draft.kind === 'platform' ? 'platform' : 'model'
      setJson({ name: draft.name, kind, text: asText(definitionOf(draft)) })
    }
    setPane(next)
  }

  const usable = preview?.servers.filter(({ name: one, problems }) => problems.length === 0 && !left.has(one))
  const save = async (): Promise<void> => {
    try {
      const id = await (pane === 'form'
        ? saveDraft(draft)
        : pane === 'json'
          ? saveDefinition(json)
          : saveImport(usable ?? [], inputs))
      if (id !== undefined) useConsole.setState({ connection: id, tab: 'overview' })
      close()
    } catch (cause) {
      setError(cause instanceof WorkbenchError ? `${cause.message} ${cause.hint ?? ''}` : String(cause))
    }
  }

  return (
    <Dialog
      open={editing !== undefined}
      onOpenChange={(open) => (open ? undefined : close())}
      title={name === undefined ? t('console.add.title') : t('console.add.change', { name })}
      width={620}
    >
      <Stack row gap={2} wrap>
        {(name === undefined ? (['import', 'form', 'json'] as const) : (['form', 'json'] as const)).map(
          (which) => (
            <Button key={which} tone="quiet" aria-pressed={pane === which} onClick={() => show(which)}>
              {t(`console.add.${which}`)}
            </Button>
          ),
        )}
      </Stack>
      <Stack
        as="form"
        gap={2}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {pane === 'form' ? (
          <ConnectionForm draft={draft} fixed={name !== undefined} onChange={setDraft} />
        ) : null}
        {pane === 'json' ? (
          <DefinitionPane value={json} fixed={name !== undefined} onChange={setJson} />
        ) : null}
        {pane === 'import' ? (
          <ImportPane
            preview={preview}
            left={left}
            inputs={inputs}
            onPreview={setPreview}
            onLeft={setLeft}
            onInputs={setInputs}
          />
        ) : null}
        {error ? (
          <p className={styles['failure']} role="alert">
            {error}
          </p>
        ) : null}
        <DialogActions>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button type="submit" tone="primary" disabled={pane === 'import' && !usable?.length}>
            {pane === 'import'
              ? t('console.add.importCount', { count: usable?.length ?? 0 })
              : t('console.add.save')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}

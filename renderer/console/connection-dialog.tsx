import { useEffect, useState } from 'react'
import type { Definitions, ImportPreview } from '#shared/workbench/areas/connections.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { useText } from '../app/i18n/text.ts'
import { workbench } from '../app/workbench.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { useConsole } from './console-store.ts'
import styles from './console.module.css'
import { ImportPane } from './import-pane.tsx'

type Kind = 'stdio' | 'http' | 'platform'

interface Draft {
  readonly name: string
  readonly kind: Kind
  /** Command line for stdio, address otherwise. */
  readonly command: string
  readonly args: string
  readonly url: string
  readonly workspace: string
  /** `NAME=value` lines: environment, or headers. */
  readonly pairs: string
  /** Members of the definition that this form does not know; kept. */
  readonly rest: Record<string, unknown>
}

const EMPTY: Draft = {
  name: '',
  kind: 'stdio',
  command: '',
  args: '',
  url: '',
  workspace: '',
  pairs: '',
  rest: {},
}

const linesOf = (value: unknown, separator: string): string =>
  Object.entries((value ?? {}) as Record<string, string>)
    .map(([name, text]) => `${name}${separator}${text}`)
    .join('\n')

function draftOf(name: string, definitions: Definitions): Draft {
  const server = definitions.servers.find((entry) => entry.name === name)
  const platform = definitions.platforms.find((entry) => entry.name === name)
  const { command, args, url, env, headers, workspace, ...rest } =
    server?.definition ?? platform?.definition ?? {}
  const kind: Kind = platform ? 'platform' : command === undefined ? 'http' : 'stdio'
  return {
    name,
    kind,
    command: typeof command === 'string' ? command : '',
    args: Array.isArray(args) ? args.join('\n') : '',
    url: typeof url === 'string' ? url : '',
    workspace: typeof workspace === 'string' ? workspace : '',
    pairs: kind === 'stdio' ? linesOf(env, '=') : linesOf(headers, ': '),
    rest,
  }
}

function pairsOf(text: string, separator: RegExp): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.search(separator)
      return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const]
    }),
  )
}

function definitionOf({ kind, command, args, url, workspace, pairs, rest }: Draft): Record<string, unknown> {
  const workspacePart = workspace.trim() ? { workspace: workspace.trim() } : {}
  if (kind === 'stdio') {
    const env = pairsOf(pairs, /=/)
    const list = args
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    return {
      ...rest,
      command: command.trim(),
      args: list,
      ...(Object.keys(env).length > 0 ? { env } : {}),
      ...workspacePart,
    }
  }
  const headers = pairsOf(pairs, /[:=]/)
  return {
    ...rest,
    url: url.trim(),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(kind === 'http' ? workspacePart : {}),
  }
}

function Form({ draft, onChange }: { readonly draft: Draft; onChange(draft: Draft): void }) {
  const t = useText()
  const set = (part: Partial<Draft>): void => onChange({ ...draft, ...part })
  const stdio = draft.kind === 'stdio'
  return (
    <>
      <Field label={t('console.add.kind')}>
        <Select value={draft.kind} onChange={(event) => set({ kind: event.target.value as Kind })}>
          <option value="stdio">{t('console.add.stdio')}</option>
          <option value="http">{t('console.add.http')}</option>
          <option value="platform">{t('console.add.platform')}</option>
        </Select>
      </Field>
      <Field label={t('console.add.name')}>
        <Input required value={draft.name} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      {stdio ? (
        <>
          <Field label={t('console.add.command')} hint={t('console.add.commandHint')}>
            <Input
              required
              value={draft.command}
              onChange={(event) => set({ command: event.target.value })}
            />
          </Field>
          <Field label={t('console.add.args')}>
            <textarea
              className={styles['area']}
              rows={3}
              spellCheck={false}
              value={draft.args}
              onChange={(event) => set({ args: event.target.value })}
            />
          </Field>
        </>
      ) : (
        <Field
          label={t('console.add.url')}
          hint={t(draft.kind === 'http' ? 'console.add.urlHint' : 'console.add.platformHint')}
        >
          <Input
            required
            type="url"
            value={draft.url}
            onChange={(event) => set({ url: event.target.value })}
          />
        </Field>
      )}
      <Field
        label={t(stdio ? 'console.add.env' : 'console.add.headers')}
        hint={t('console.add.placeholders')}
      >
        <textarea
          className={styles['area']}
          rows={2}
          spellCheck={false}
          value={draft.pairs}
          onChange={(event) => set({ pairs: event.target.value })}
        />
      </Field>
      {draft.kind === 'platform' ? null : (
        <Field label={t('console.add.workspace')} hint={t('console.add.workspaceHint')}>
          <Input value={draft.workspace} onChange={(event) => set({ workspace: event.target.value })} />
        </Field>
      )}
    </>
  )
}

/** Adds a connection by form or from what another host wrote, or changes one. */
export function ConnectionDialog() {
  const t = useText()
  const editing = useConsole((state) => state.editing)
  const [draft, setDraft] = useState(EMPTY)
  const [pane, setPane] = useState<'import' | 'form'>('import')
  const [error, setError] = useState<string>()
  const [preview, setPreview] = useState<ImportPreview>()
  const close = (): void => useConsole.setState({ editing: undefined })
  const name = editing?.name

  useEffect(() => {
    setError(undefined)
    setPreview(undefined)
    setDraft(EMPTY)
    setPane(name === undefined ? 'import' : 'form')
    if (name === undefined) return
    void workbench
      .call('connections.definitions', {})
      .then((definitions) => setDraft(draftOf(name, definitions)))
  }, [editing, name])

  const attempt = async (work: () => Promise<string | undefined>): Promise<void> => {
    try {
      const id = await work()
      if (id !== undefined) useConsole.setState({ connection: id, tab: 'overview' })
      close()
    } catch (cause) {
      setError(cause instanceof WorkbenchError ? `${cause.message} ${cause.hint ?? ''}` : String(cause))
    }
  }
  const saveForm = () =>
    attempt(async () => {
      const kind = draft.kind === 'platform' ? 'platform' : 'model'
      const { id } = await workbench.call('connections.save', {
        kind,
        name: draft.name,
        definition: definitionOf(draft),
      })
      return id
    })
  const saveImport = () =>
    attempt(async () => {
      let last: string | undefined
      for (const server of preview?.servers ?? []) {
        if (server.problems.length > 0) continue
        last = (
          await workbench.call('connections.save', {
            kind: 'model',
            name: server.name,
            definition: server.definition,
          })
        ).id
      }
      return last
    })
  const usable = preview?.servers.filter((server) => server.problems.length === 0).length ?? 0

  return (
    <Dialog
      open={editing !== undefined}
      onOpenChange={(open) => (open ? undefined : close())}
      title={name === undefined ? t('console.add.title') : t('console.add.change', { name })}
      width={620}
    >
      {name === undefined ? (
        <div className={styles['actions']}>
          {(['import', 'form'] as const).map((which) => (
            <Button key={which} tone="quiet" aria-pressed={pane === which} onClick={() => setPane(which)}>
              {t(`console.add.${which}`)}
            </Button>
          ))}
        </div>
      ) : null}
      <form
        className={styles['dialogForm']}
        onSubmit={(event) => {
          event.preventDefault()
          void (pane === 'form' ? saveForm() : saveImport())
        }}
      >
        {pane === 'form' ? (
          <Form draft={draft} onChange={setDraft} />
        ) : (
          <ImportPane preview={preview} onPreview={setPreview} />
        )}
        {error ? (
          <p className={styles['failure']} role="alert">
            {error}
          </p>
        ) : null}
        <DialogActions>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button type="submit" tone="primary" disabled={pane === 'import' && usable === 0}>
            {pane === 'form' ? t('console.add.save') : t('console.add.importCount', { count: usable })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

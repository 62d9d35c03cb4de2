import { useEffect, useState } from 'react'
import type { ImportPreview } from '#shared/workbench/areas/connections.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { Text } from '../../ui/text.tsx'
import { useText, localizeFailure } from '../../i18n/text.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { workbench, useWorkbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useDropTarget } from '../../ui/drop-target.ts'
import { Notice } from '../../ui/notice.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Segment } from '../../ui/segment.tsx'
import { useConsole } from '../parts/console-store.ts'
import styles from '../parts/console.module.css'
import { definitionOf, type Draft, draftOf, EMPTY, kindOf } from './connection-draft.ts'
import { AddressNotice, plainAddress } from './address-notice.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { DefinitionPane, type DefinitionText } from './definition-pane.tsx'
import {
  checkDraft,
  isBundle,
  readBundleFile,
  type DraftFinding,
  saveDefinition,
  saveDraft,
  saveImport,
  problemText,
  withFreeNames,
} from './save-connections.ts'
import { LaunchView } from './launch-view.tsx'

const PAUSE_MS = 200

interface ImportPaneProps {
  readonly preview: ImportPreview | undefined
  /** Names of servers to skip. */
  readonly left: ReadonlySet<string>
  /** Values the file asks for, by id. */
  readonly inputs: Readonly<Record<string, string>>
  onPreview(preview: ImportPreview | undefined): void
  onLeft(left: ReadonlySet<string>): void
  onInputs(inputs: Readonly<Record<string, string>>): void
  /** Called with the chosen bundle in base64, or undefined for another file. */
  onBundle(base64: string | undefined): void
  /** Says that the address is one of a sandbox platform, which is no server to import. */
  readonly platform: string | undefined
  onAnswer(platform: string | undefined): void
  /** Adds a sandbox platform at an address instead. */
  onPlatform(url: string): void
}

/**
 * Imports another host's configuration file, or a snippet from a README; its contents are previewed first.
 */
function ImportPane({
  preview,
  left,
  inputs,
  onPreview,
  onLeft,
  onInputs,
  onBundle,
  platform,
  onAnswer,
  onPlatform,
}: ImportPaneProps) {
  const t = useText()
  const known = useWorkbench((state) => state.connections)
  const [source, setSource] = useState('')
  const [refused, setRefused] = useState<Failure>()
  const take = async (file: File): Promise<void> => {
    setRefused(undefined)
    setSource('')
    onPreview(undefined)
    onBundle(undefined)
    try {
      if (!isBundle(file)) return setSource(await file.text())
      const base64 = await readBundleFile(file)
      onPreview(await workbench.call('connections.previewBundle', { base64 }))
      onBundle(base64)
    } catch (cause) {
      setRefused(toFailure(cause))
    }
  }
  const dropTarget = useDropTarget(({ files: [file] }) => void (file && take(file)))
  const hasSource = source.trim() !== ''
  useEffect(() => {
    if (!hasSource) return onPreview(undefined)
    const timer = setTimeout(
      () =>
        void workbench
          .call('connections.previewImport', { text: source })
          .then((found) => onPreview(withFreeNames(found, useWorkbench.getState().connections))),
      PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [source, hasSource, onPreview])
  return (
    <>
      <Field label={t('console.import.paste')} hint={t('console.import.hint')}>
        <textarea
          className={styles['area']}
          rows={9}
          spellCheck={false}
          placeholder={t('console.import.example')}
          value={source}
          onChange={(event) => {
            setRefused(undefined)
            onBundle(undefined)
            setSource(event.target.value)
          }}
          {...dropTarget}
        />
      </Field>
      <Field label={t('console.import.file')}>
        <FileInput
          accept=".json,.toml,.yaml,.yml,.mcpb,.dxt,application/json"
          showsName
          onFile={(file) => void take(file)}
        />
      </Field>
      <FailureNotice failure={refused} />
      <AddressNotice url={plainAddress(source)} onAnswer={onAnswer} onPlatform={onPlatform} />
      {preview?.error ? (
        <Notice tone="bad" role="alert">
          {problemText(preview.error)}
        </Notice>
      ) : null}
      <Stack as="ul" gap={2} aria-label={t('console.import.found')}>
        {(platform === undefined ? preview?.servers : [])?.map((server) => (
          <Stack as="li" key={server.name} row wrap align="baseline" gap={2}>
            <Stack as="label" row gap={2}>
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
              <Text strong breaks>
                {server.name}
              </Text>
            </Stack>
            {server.launch ? (
              <LaunchView launch={server.launch} />
            ) : (
              <>
                <Text as="code" tone="quiet" breaks>
                  {server.summary}
                </Text>
                <HeaderNames definition={server.definition} />
              </>
            )}
            {known.some(({ id }) => id === `model:${server.name}`) ? (
              <Badge tone="warning">{t('console.import.replaces')}</Badge>
            ) : null}
            {server.problems.map((problem) => (
              <Badge key={problem.message} tone="bad">
                {localizeFailure(problem).message}
              </Badge>
            ))}
          </Stack>
        ))}
      </Stack>
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

/** Header names that are sent to a URL; their values are likely secrets. */
function HeaderNames({ definition }: { readonly definition: Readonly<Record<string, unknown>> }) {
  const t = useText()
  const { headers } = definition
  const names = typeof headers === 'object' && headers !== null ? Object.keys(headers) : []
  return names.length === 0 ? null : (
    <Text tone="quiet" small>
      {t('console.import.headers', { names: names.join(', ') })}
    </Text>
  )
}

type Pane = 'import' | 'form' | 'platform' | 'telemetry' | 'json'

const paneOf = (draft: Draft): Pane => (kindOf(draft) === 'model' ? 'form' : (draft.kind as Pane))
const isForm = (pane: Pane): boolean => pane === 'form' || isProbed(pane)
/** Whether the pane's connection has a URL that is checked before saving. */
const isProbed = (pane: Pane): boolean => pane === 'platform' || pane === 'telemetry'

const BLANK: DefinitionText = { name: '', kind: 'model', text: '{\n  "command": ""\n}' }
const asText = (definition: object): string => JSON.stringify(definition, null, 2)

/** Adds a connection by form, as JSON, or by import; or edits one. */
export function ConnectionDialog() {
  const t = useText()
  const editing = useConsole((state) => state.editing)
  const [pane, setPane] = useState<Pane>('import')
  const [draft, setDraft] = useState(EMPTY)
  const [json, setJson] = useState(BLANK)
  const [preview, setPreview] = useState<ImportPreview>()
  const [bundle, setBundle] = useState<string>()
  const [platform, setPlatform] = useState<string>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [inputs, setInputs] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<Failure>()
  const [finding, setFinding] = useState<DraftFinding>()
  const close = (): void => useConsole.setState({ editing: undefined })
  const name = editing?.name

  useEffect(() => {
    setFailure(undefined)
    setFinding(undefined)
    setPreview(undefined)
    setBundle(undefined)
    setLeft(new Set())
    setInputs({})
    setDraft(EMPTY)
    setJson(BLANK)
    const first = editing?.pane
    setPane(first ?? (name === undefined ? 'import' : 'form'))
    if (first) setDraft({ ...EMPTY, kind: first })
    if (name === undefined) return
    void workbench.call('connections.definitions', {}).then((definitions) => {
      const known = draftOf(name, definitions)
      setDraft(known)
      setPane(paneOf(known))
    })
  }, [editing, name])

  /** Form and JSON are two views of one definition: changes in one appear in the other. */
  const show = (next: Pane): void => {
    setFailure(undefined)
    setFinding(undefined)
    if (next === 'platform' || next === 'telemetry') setDraft({ ...draft, kind: next })
    if (next === 'form' && kindOf(draft) !== 'model') setDraft({ ...draft, kind: 'stdio' })
    if (next === 'json' && (name !== undefined || draft !== EMPTY)) {
      setJson({ name: draft.name, kind: kindOf(draft), text: asText(definitionOf(draft)) })
    }
    setPane(next)
  }

  const panes: readonly Pane[] =
    name === undefined ? ['import', 'form', 'platform', 'telemetry', 'json'] : [paneOf(draft), 'json']
  const usable =
    platform === undefined
      ? preview?.servers.filter(({ name: one, problems }) => problems.length === 0 && !left.has(one))
      : []
  const change = (next: Draft): void => {
    setDraft(next)
    setFinding(undefined)
  }
  const save = async (): Promise<void> => {
    setFailure(undefined)
    try {
      // A finding is shown once; a second attempt saves anyway.
      const found = isProbed(pane) && !finding ? await checkDraft(draft) : undefined
      setFinding(found)
      if (found) return
      const id = await (isForm(pane)
        ? saveDraft(draft)
        : pane === 'json'
          ? saveDefinition(json)
          : saveImport(usable ?? [], inputs, bundle))
      if (id !== undefined) useConsole.setState({ connection: id, tab: 'overview', removed: undefined })
      close()
    } catch (cause) {
      setFailure(toFailure(cause))
    }
  }

  return (
    <Dialog
      open={editing !== undefined}
      onOpenChange={(open) => (open ? undefined : close())}
      title={name === undefined ? t('console.add.title') : t('console.add.change', { name })}
      width={620}
    >
      <Segment
        label={t('console.add.how')}
        options={panes.map((value) => ({ value, label: t(`console.add.${value}`) }))}
        value={pane}
        onChange={show}
      />
      <Form gap={2} onSubmit={save}>
        {isForm(pane) ? <ConnectionForm draft={draft} fixed={name !== undefined} onChange={change} /> : null}
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
            onBundle={setBundle}
            platform={platform}
            onAnswer={setPlatform}
            onPlatform={(url) => {
              setDraft({ ...EMPTY, kind: 'platform', name: new URL(url).host, url })
              setPane('platform')
            }}
          />
        ) : null}
        {finding ? (
          <Notice
            tone="warning"
            role="alert"
            action={
              finding.mended ? (
                <Button onClick={() => finding.mended && change(finding.mended)}>
                  {t('console.add.mend', { address: finding.mended.url })}
                </Button>
              ) : undefined
            }
          >
            {finding.message}
          </Notice>
        ) : null}
        <FailureNotice failure={failure} onPlainSecrets={() => void save()} />
        <DialogActions>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button
            type="submit"
            tone="primary"
            reason={pane === 'import' ? (platform ?? (usable?.length ? undefined : t('ui.need'))) : undefined}
          >
            {pane === 'import'
              ? t('console.add.importCount', { count: usable?.length ?? 0 })
              : t(finding ? 'console.add.saveAnyway' : 'console.add.save')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

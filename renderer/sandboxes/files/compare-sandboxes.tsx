import { useEffect, useRef, useState } from 'react'
import type { FileChange, SandboxComparison } from '#shared/workbench/areas/compare-sandboxes.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { workbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { List } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Row } from '../../ui/row.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useChoices } from '../sandboxes/choices.ts'
import { familyOf } from '../sandboxes/family.ts'
import { openDialog, useActions } from '../sandboxes/sandbox-actions.ts'
import { nameOf, useSandboxes } from '../sandboxes/sandbox-store.ts'
import { imageTitle, shortSandboxId } from '../sandboxes/title.ts'
import { showSize } from '../sandboxes/show-size.ts'
import { CompareFiles } from './compare-files.tsx'

const TONES = { added: 'good', removed: 'bad', changed: 'warning' } as const

/** Height of the change list in px. */
const LIST_HEIGHT = 360

/** The dialog below, while it is open for the shown sandbox. */
export function CompareSandboxes({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const isOpen = useActions(({ dialog }) => dialog === 'compare')
  return isOpen ? <CompareDialog sandbox={sandbox} close={() => openDialog(undefined)} /> : null
}

/** Compares a sandbox's files with another's, preselecting one of the same family. */
function CompareDialog({ sandbox, close }: { readonly sandbox: SandboxInfo; close(): void }) {
  const t = useText()
  const { platform, sandboxId } = sandbox
  const all = useSandboxes((state) => state.sandboxes)
  const images = useChoices(platform).choices?.images ?? []
  const kin = new Set(familyOf(sandbox, all, images).map(({ sandbox: one }) => one?.sandboxId))
  const others = all
    .filter((one) => one.platform === platform && one.sandboxId !== sandboxId)
    .filter(({ kind, state }) => kind === 'sandbox' && state === 'running')
    .toSorted((a, b) => Number(kin.has(b.sandboxId)) - Number(kin.has(a.sandboxId)))
  const [chosen, setChosen] = useState<string>()
  const other = others.find(({ sandboxId: id }) => id === chosen) ?? others[0]
  const [path, setPath] = useState('/')
  const [comparison, setComparison] = useState<SandboxComparison & { readonly other: SandboxInfo }>()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const [file, setFile] = useState<FileChange>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const compare = async (): Promise<void> => {
    if (!other || busy) return
    const mine = (abort.current = new AbortController())
    setBusy(true)
    setFailure(undefined)
    setComparison(undefined)
    try {
      const request = { platform, sandboxId: other.sandboxId, other: sandboxId, path: path.trim() || '/' }
      setComparison({
        ...(await workbench.call('sandboxes.compare', request, { signal: mine.signal })),
        other,
      })
    } catch (error) {
      if (!mine.signal.aborted) setFailure(toFailure(error))
    } finally {
      setBusy(false)
    }
  }
  const titleOf = (one: SandboxInfo): string =>
    `${nameOf(one) ?? imageTitle(t, one)} · ${shortSandboxId(one)}`
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('sandboxes.compare.title')}
      description={t('sandboxes.compare.hint', { name: titleOf(sandbox) })}
      width={760}
    >
      <Form gap={3} onSubmit={() => void compare()}>
        {other === undefined ? <p>{t('sandboxes.compare.none')}</p> : null}
        <Field label={t('sandboxes.compare.with')}>
          <Select value={other?.sandboxId} onChange={(event) => setChosen(event.target.value)}>
            {others.map((one) => (
              <option key={placeOf(one)} value={one.sandboxId}>
                {titleOf(one)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('sandboxes.compare.folder')}>
          <Input value={path} onChange={(event) => setPath(event.target.value)} />
        </Field>
        <FailureNotice failure={failure} />
        {comparison ? (
          <>
            <Text as="p" tone="quiet" role="status">
              {t('sandboxes.compare.found', { count: comparison.changes.length, files: comparison.files })}
            </Text>
            {comparison.isCut ? <Notice tone="warning">{t('sandboxes.compare.cut')}</Notice> : null}
            {comparison.changes.length > 0 ? (
              <Stack style={{ height: LIST_HEIGHT }}>
                <List
                  label={t('sandboxes.compare.title')}
                  items={comparison.changes}
                  keyOf={(one) => one.path}
                  rowHeight={28}
                >
                  {(one) => <Change change={one} onOpen={() => setFile(one)} />}
                </List>
              </Stack>
            ) : null}
          </>
        ) : null}
        <DialogActions>
          {busy ? <progress aria-label={t('ui.loading')} /> : null}
          <Button onClick={() => (busy ? abort.current?.abort() : close())}>
            {t(busy ? 'sandboxes.cancel' : 'sandboxes.compare.close')}
          </Button>
          <Button
            type="submit"
            tone="primary"
            reason={other === undefined ? t('sandboxes.compare.none') : busy ? t('ui.wait') : undefined}
          >
            {t('sandboxes.compare.go')}
          </Button>
        </DialogActions>
      </Form>
      {file && comparison ? (
        <CompareFiles
          sandbox={comparison.other}
          other={sandbox}
          first={file.path}
          second={file.path}
          close={() => setFile(undefined)}
        />
      ) : null}
    </Dialog>
  )
}

function Change({ change, onOpen }: { readonly change: FileChange; onOpen(): void }) {
  const t = useText()
  const { path, kind, folder, before, after } = change
  const sizes = [before, after].flatMap((size) => (size === undefined ? [] : [showSize(size)]))
  return (
    <Row
      label={
        <Stack as="span" row gap={2}>
          <Badge tone={TONES[kind]}>{t(`sandboxes.compare.${kind}`)}</Badge>
          <code>{folder ? `${path}/` : path}</code>
        </Stack>
      }
      detail={folder ? undefined : sizes.join(' → ')}
      disabled={kind !== 'changed' || folder}
      onClick={onOpen}
    />
  )
}

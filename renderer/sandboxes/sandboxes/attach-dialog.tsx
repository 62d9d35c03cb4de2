/* oxlint-disable jsx-a11y/no-autofocus -- the first field of a dialog that was just asked for */
import { useState } from 'react'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { Form } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FailureNotice } from '../../app/failure-text.tsx'
import { PlatformField } from '../parts/platform-field.tsx'
import { useShown } from '../sessions/shown.ts'
import { attachSandbox } from './sandbox-store.ts'
import { currentPlatform } from './unsupported-feature.ts'

interface AttachDialogProps {
  readonly open: boolean
  onOpenChange(open: boolean): void
}

/** Attaches a sandbox by id. */
export function AttachDialog({ open, onOpenChange }: AttachDialogProps) {
  const t = useText()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('sandboxes.attach.title')}
      description={t('sandboxes.attach.hint')}
    >
      {open ? <AttachForm close={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

function AttachForm({ close }: { close(): void }) {
  const t = useText()
  const connections = useWorkbench((state) => state.connections)
  const platforms = connections.filter(({ kind }) => kind === 'platform')
  const [platform = platforms[0]?.id ?? '', setPlatform] = useState(() =>
    currentPlatform(platforms, 'viewer'),
  )
  const [sandboxId, setSandboxId] = useState('')
  const [problem, setProblem] = useState<Failure>()
  const attach = async (): Promise<void> => {
    setProblem(undefined)
    try {
      await attachSandbox(platform, sandboxId.trim())
      useShown.setState({ place: `${platform}/${sandboxId.trim()}` })
      close()
    } catch (error) {
      setProblem(toFailure(error))
    }
  }
  return (
    <Form onSubmit={attach}>
      <PlatformField platforms={platforms} value={platform} onChange={setPlatform} />
      <Field label={t('sandboxes.attach.id')}>
        <Input value={sandboxId} autoFocus onChange={(event) => setSandboxId(event.target.value)} />
      </Field>
      <FailureNotice failure={problem} />
      <DialogActions>
        <Button onClick={close}>{t('sandboxes.cancel')}</Button>
        <Button type="submit" tone="primary" reason={sandboxId.trim() === '' ? t('ui.need') : undefined}>
          {t('sandboxes.attach.go')}
        </Button>
      </DialogActions>
    </Form>
  )
}

/* oxlint-disable jsx-a11y/no-autofocus -- the first field of a dialog that was just asked for */
import { useState } from 'react'
import { namesRegistry } from '#shared/sandbox/image-reference.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { Form } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { CopyCode } from '../code/copy-code.tsx'
import { rememberImage } from './start-memory.ts'
import { useIsOurs } from './sandbox-store.ts'
import { actOn, useActions } from './sandbox-actions.ts'
import { pushOff } from './title.ts'

interface CommitDialogProps {
  readonly sandbox: SandboxInfo
  readonly open: boolean
  onOpenChange(open: boolean): void
}

/** Saves a sandbox as an image, which is then offered for new sandboxes. */
export function CommitDialog({ sandbox, open, onOpenChange }: CommitDialogProps) {
  const t = useText()
  const [tag, setTag] = useState('')
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const place = placeOf(sandbox)
  const imageTag = tag.trim()
  // Our server stores images itself unless the tag names a registry; other platforms decide on their own.
  const isOurs = useIsOurs(sandbox.platform)
  const asks = !isOurs || namesRegistry(imageTag)
  const noPush = pushOff(t, sandbox)
  const login = asks && noPush === undefined ? { user, password } : undefined
  const commit = async (): Promise<void> => {
    onOpenChange(false)
    const done = await actOn(sandbox, 'commit', ({ platform, sandboxId }) =>
      workbench.call('sandboxes.commit', {
        platform,
        sandboxId,
        imageTag,
        ...(login?.user ? { username: login.user } : {}),
        ...(login?.password ? { password: login.password } : {}),
      }),
    )
    if (!done) return
    rememberImage(imageTag)
    useActions.setState({
      done: { place, key: 'sandboxes.commit.done', values: { tag: imageTag }, image: imageTag },
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('sandboxes.commit.title')}
      description={t('sandboxes.commit.hint')}
    >
      <Form onSubmit={commit}>
        <Field label={t('sandboxes.commit.tag')} hint={t('sandboxes.commit.tag.hint')}>
          <Input value={tag} autoFocus onChange={(event) => setTag(event.target.value)} />
        </Field>
        {asks ? (
          <>
            <Field label={t('sandboxes.commit.user')} hint={noPush ?? t('sandboxes.commit.user.hint')}>
              <Input
                value={login?.user ?? ''}
                disabled={noPush !== undefined}
                onChange={(event) => setUser(event.target.value)}
              />
            </Field>
            <Field label={t('sandboxes.commit.password')}>
              <Input
                type="password"
                value={login?.password ?? ''}
                disabled={noPush !== undefined}
                onChange={(event) => setPassword(event.target.value)}
              />
            </Field>
          </>
        ) : null}
        <DialogActions>
          <CopyCode
            action={{ kind: 'commit', sandboxId: sandbox.sandboxId, imageTag: imageTag || 'my-image:1' }}
            platform={sandbox.platform}
          />
          <Button onClick={() => onOpenChange(false)}>{t('sandboxes.cancel')}</Button>
          <Button type="submit" tone="primary" reason={imageTag === '' ? t('ui.need') : undefined}>
            {t('sandboxes.commit.go')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

import { useState } from 'react'
import { create } from 'zustand'
import { Form } from '../ui/stack.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { readLink, consumeLinkInAddress } from './links.ts'
import { runCommand } from './run-command.ts'

const useLinkDialog = create<{ readonly link: string | undefined }>(() => ({ link: undefined }))

/**
 * Opens a link from outside, or asks for one. Anyone can craft a link, so nothing happens before the user has
 * seen it: the bench confirms a query, this dialog confirms a place.
 */
export async function openLink(given?: string): Promise<void> {
  const target = given === undefined ? undefined : readLink(given)
  if (target?.kind === 'query') return void runCommand('query.openLink', target.link)
  // The browser may deny clipboard access; the user then pastes the link.
  const link = given ?? (await navigator.clipboard.readText().catch(() => ''))
  useLinkDialog.setState({ link: given !== undefined || readLink(link) ? link : '' })
}

/** Opens the link in the address, now and on every hash change. Call once, before the address is followed. */
export function followLinks(): void {
  const follow = (): void => {
    const link = consumeLinkInAddress()
    if (link !== undefined) void openLink(link)
  }
  follow()
  window.addEventListener('hashchange', follow)
}

/** Asks for a link, or for confirmation before following one. */
export function OpenLinkDialog() {
  const link = useLinkDialog((state) => state.link)
  return link === undefined ? null : <LinkForm key={link} link={link} />
}

function LinkForm({ link }: { readonly link: string }) {
  const t = useText()
  const [typed, setTyped] = useState(link)
  const target = readLink(typed)
  const close = (): void => useLinkDialog.setState({ link: undefined })
  const open = (): void => {
    if (!target) return
    close()
    if (target.kind === 'place') location.hash = target.hash
    else void runCommand('query.openLink', target.link)
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('app.openLink.title')}
      description={t('app.openLink.hint')}
      width={560}
    >
      <Form onSubmit={open}>
        <Field
          label={t('app.openLink.field')}
          error={typed === '' || target ? undefined : t('app.openLink.wrong')}
        >
          {/* What was in the clipboard is replaced by what is pasted or typed. */}
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onFocus={(event) => event.currentTarget.select()}
          />
        </Field>
        <DialogActions>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button tone="primary" type="submit" reason={!target ? t('ui.need') : undefined}>
            {t('app.openLink.open')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

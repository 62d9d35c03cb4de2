import { sentencesEn } from '#shared/workbench/sentences/en.ts'
import type { Failure } from '#shared/workbench/failure.ts'
import { privacySettings } from '#shared/workbench/settings/index.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { openHelp, SERVICE_CODES } from './help-store.ts'
import { setSetting } from './settings-store.ts'

/** What stands before the dot tells sentences of one code apart. */
const codeOf = (key: string): string => key.split('.')[0] ?? key

/** Codes that the help explains. */
const explained: ReadonlySet<string> = new Set([...SERVICE_CODES, ...Object.keys(sentencesEn).map(codeOf)])

/** Leads to what the help says of an error, where it says something. */
export function HelpLink({ code, word }: { readonly code: string; readonly word?: string | undefined }) {
  const t = useText()
  return explained.has(code) ? (
    <Button
      tone="link"
      onClick={() => (word === undefined ? openHelp('errors', code) : openHelp('spl', word))}
    >
      {t('app.help.error')}
    </Button>
  ) : null
}

/** A failure of a call, or of a connection, whose code is the one of its sentence. */
type Told = Pick<Failure, 'message' | 'hint' | 'said'> & { readonly code?: string }

/** What to do next, and the way to the help, under a title that says what went wrong. */
export function FailureHint({ failure }: { readonly failure: Told }) {
  return (
    <>
      {failure.hint} <HelpLink code={failure.code ?? codeOf(failure.said?.key ?? '')} />
    </>
  )
}

/** What went wrong, what to do next, and the way to the help about it. */
export function FailureText({ failure }: { readonly failure: Told }) {
  return (
    <>
      {failure.message} <FailureHint failure={failure} />
    </>
  )
}

interface FailureNoticeProps {
  readonly failure: Told | undefined
  /** What to do once more when a person lets secrets be kept unencrypted. */
  readonly onPlainSecrets?: () => void
}

/** What failed below what is seen, as at the foot of a long dialog, would look as if nothing had happened. */
const bringIntoView = (notice: HTMLElement | null): void => notice?.scrollIntoView({ block: 'nearest' })

/** The same in a box of its own that is read out; nothing where nothing failed. */
export function FailureNotice({ failure, onPlainSecrets }: FailureNoticeProps) {
  const t = useText()
  if (!failure) return null
  const canAgree = onPlainSecrets !== undefined && failure.code === 'SECRETS_NOT_SAFE'
  const agree = (): void => void setSetting(privacySettings.plainSecrets.name, true).then(onPlainSecrets)
  return (
    <Notice
      ref={bringIntoView}
      tone="bad"
      role="alert"
      action={canAgree ? <Button onClick={agree}>{t('app.plainSecrets')}</Button> : undefined}
    >
      <FailureText failure={failure} />
    </Notice>
  )
}

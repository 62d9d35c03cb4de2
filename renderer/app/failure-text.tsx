import { sentencesEn } from '#shared/workbench/sentences/en.ts'
import type { Failure } from '#shared/workbench/failure.ts'
import { privacySettings } from '#shared/workbench/settings/index.ts'
import { locale, translateServerSentence, useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Text } from '../ui/text.tsx'
import { openHelp, SERVICE_CODES } from './help-store.ts'
import { setSetting } from './settings-store.ts'

/** The part before the dot is the code; what follows distinguishes sentences of one code. */
const codeOf = (key: string): string => key.split('.')[0] ?? key

/** Codes that the help explains. */
const explained: ReadonlySet<string> = new Set([...SERVICE_CODES, ...Object.keys(sentencesEn).map(codeOf)])

/** Link to the help topic of an error code; renders nothing if there is none. */
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

/** A failed call, or a connection's failure, whose code is that of its sentence. */
type ShownFailure = Pick<Failure, 'message' | 'hint' | 'said'> & { readonly code?: string }

/** What to do next and a link to help, below a title that says what went wrong. */
export function FailureHint({ failure }: { readonly failure: ShownFailure }) {
  return (
    <>
      {failure.hint} <HelpLink code={failure.code ?? codeOf(failure.said?.key ?? '')} />
    </>
  )
}

const ofService = new Map<string, (typeof SERVICE_CODES)[number]>(SERVICE_CODES.map((code) => [code, code]))

/**
 * The message of a failure. A model server's is in English whatever the language: a sentence of ours is translated; of another
 * server what its code means stands first, and its own message below.
 */
export function ServiceMessage({ failure }: { readonly failure: ShownFailure }) {
  const t = useText()
  const code = ofService.get(failure.code ?? '')
  if (locale() === 'en' || code === undefined || failure.said) return failure.message
  const known = translateServerSentence(failure.message)
  if (known !== undefined) return known
  return (
    <>
      {t(`start.help.error.${code}`)}
      <br />
      <Text small tone="quiet" lang="en" breaks>
        {failure.message}
      </Text>
    </>
  )
}

/** What went wrong, what to do next, and a link to help. */
export function FailureText({ failure }: { readonly failure: ShownFailure }) {
  return (
    <>
      <ServiceMessage failure={failure} /> <FailureHint failure={failure} />
    </>
  )
}

interface FailureNoticeProps {
  readonly failure: ShownFailure | undefined
  /** Called to retry after the user allows secrets to be stored unencrypted. */
  readonly onPlainSecrets?: () => void
}

/**
 * A failure below the visible area, for example at the foot of a long dialog, would look as if nothing had
 * happened.
 */
const bringIntoView = (notice: HTMLElement | null): void => notice?.scrollIntoView({ block: 'nearest' })

/** `FailureText` in a box with an alert role; renders nothing without a failure. */
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

import { sentencesEn } from '#shared/workbench/sentences/en.ts'
import type { Failure } from '#shared/workbench/failure.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { openHelp, SERVICE_CODES } from './help-store.ts'

/** Codes that the help explains. */
const explained: ReadonlySet<string> = new Set([
  ...SERVICE_CODES,
  ...Object.keys(sentencesEn).map((key) => key.split('.')[0] ?? key),
])

/** Leads to what the help says of an error, where it says something. */
export function HelpLink({ code }: { readonly code: string }) {
  const t = useText()
  return explained.has(code) ? (
    <Button tone="link" onClick={() => openHelp('errors', code)}>
      {t('app.help.error')}
    </Button>
  ) : null
}

/** What went wrong, what to do next, and the way to the help about it. */
export function FailureText({ failure }: { readonly failure: Pick<Failure, 'code' | 'message' | 'hint'> }) {
  return (
    <>
      {failure.message} {failure.hint} <HelpLink code={failure.code} />
    </>
  )
}

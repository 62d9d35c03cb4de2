import { text, useText, type MessageKey } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { openHelp } from './help-store.ts'

interface WordLinkProps {
  /** Its key in the glossary. */
  readonly term: Exclude<Extract<MessageKey, `start.help.term.${string}`>, `${string}.text`>
}

/** Link to a word of the glossary, where a newcomer meets it. */
export function WordLink({ term }: WordLinkProps) {
  const t = useText()
  return (
    <Button tone="link" onClick={() => openHelp('words', text(term))}>
      {t('app.help.word', { word: t(term) })}
    </Button>
  )
}

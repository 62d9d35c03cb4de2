import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { shownText } from './shown-name.ts'

/** Characters that are shown at first: about fifteen lines of a panel. */
const MAX_CHARACTERS = 600

/** The beginning of a text, without half a character at its end. */
export const beginningOf = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()

/** A foreign text with its invisible characters shown; a very long one is shown in full on request. */
export function LongText({ children: text }: { readonly children: string }) {
  const t = useText()
  const [isWhole, setIsWhole] = useState(false)
  // A few characters more are shown rather than a button.
  if (isWhole || text.length < 1.2 * MAX_CHARACTERS) return shownText(text)
  return (
    <>
      {shownText(beginningOf(text))}…{' '}
      <Button tone="link" onClick={() => setIsWhole(true)}>
        {t('ui.showWhole', { count: text.length })}
      </Button>
    </>
  )
}

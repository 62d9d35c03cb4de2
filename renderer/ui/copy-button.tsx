import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './icon-button.tsx'

/** Milliseconds the tick is shown. */
const SHOWN_MS = 1200

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const t = useText()
  const [done, setDone] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), SHOWN_MS)
  }
  return (
    <IconButton
      label={done ? t('ui.copied') : (label ?? t('ui.copy'))}
      icon={done ? Check : Copy}
      onClick={() => void copy()}
    />
  )
}

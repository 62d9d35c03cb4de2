import { create } from 'zustand'
import { text } from '../i18n/text.ts'
import { showRemark } from './remark-store.ts'

/** Milliseconds the status bar shows "Copied". */
const SHOWN_MS = 1500

/** Whether something was just copied, for the confirmation. */
export const useCopied = create<{ readonly copied: boolean }>(() => ({ copied: false }))

let timer: ReturnType<typeof setTimeout> | undefined

function note(): void {
  useCopied.setState({ copied: true })
  clearTimeout(timer)
  timer = setTimeout(() => useCopied.setState({ copied: false }), SHOWN_MS)
}

/** Copies text, and confirms it in the status bar; a browser that refuses is named instead. */
export async function copyText(copied: string): Promise<void> {
  await navigator.clipboard.writeText(copied).then(note, refused)
}

const refused = (): void => showRemark({ tone: 'bad', text: text('app.copy.refused') })

/** Copies formatted text together with its plain form. */
export async function copyHtml(html: string, plain: string): Promise<void> {
  const item = new ClipboardItem({
    'text/html': new Blob([html], { type: 'text/html' }),
    'text/plain': new Blob([plain], { type: 'text/plain' }),
  })
  await navigator.clipboard.write([item]).then(note, refused)
}

import { create } from 'zustand'

/** Milliseconds "Copied" is shown. */
const SHOWN_MS = 1500

/** Whether something was just copied, for the confirmation. */
export const useCopied = create<{ readonly copied: boolean }>(() => ({ copied: false }))

let timer: ReturnType<typeof setTimeout> | undefined

function note(): void {
  useCopied.setState({ copied: true })
  clearTimeout(timer)
  timer = setTimeout(() => useCopied.setState({ copied: false }), SHOWN_MS)
}

export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  note()
}

/** Copies formatted text together with its plain form. */
export async function copyHtml(html: string, plain: string): Promise<void> {
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/html': new Blob([html], { type: 'text/html' }),
      'text/plain': new Blob([plain], { type: 'text/plain' }),
    }),
  ])
  note()
}

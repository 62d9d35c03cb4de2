import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

/** Puts an open menu at the end of the page's main part, so that it belongs to a landmark as everything else does. */
export function MenuPortal({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Portal container={document.querySelector('main')}>{children}</DropdownMenu.Portal>
}

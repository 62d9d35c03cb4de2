import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { useLandmark } from './landmark.ts'

/** Puts an open menu at the end of the page's main part, or of the dialog it is in: it belongs to a landmark there. */
export function MenuPortal({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Portal container={useLandmark()}>{children}</DropdownMenu.Portal>
}

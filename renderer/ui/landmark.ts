import { createContext, useContext } from 'react'

/** The modal dialog around a component; none outside of one. */
export const DialogContext = createContext<HTMLElement | null>(null)

/** Where menus and tooltips of a component are put, so that they belong to a landmark as everything else does. */
export function useLandmark(): Element | null {
  const dialog = useContext(DialogContext)
  return dialog ?? document.querySelector('main')
}

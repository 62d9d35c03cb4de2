import { createContext, useContext, useLayoutEffect, useRef, type FocusEvent } from 'react'

/** Where what opens from inside a modal dialog is put. */
interface DialogPlaces {
  /** The dialog itself: what is in it can be reached while everything else cannot. */
  readonly menus: HTMLElement | null
  /**
   * Beside the dialog. A tooltip goes away while the focus is between two elements; were it in the dialog, the trap around the
   * focus would take that for the loss of the focused element and begin again, and Tab would never get past the first button.
   */
  readonly tips: HTMLElement | null
}

/** The modal dialog around a component; none outside of one. */
export const DialogContext = createContext<DialogPlaces | null>(null)

/** Whether the bench around a component is the one in front; true outside of benches. */
export const FrontContext = createContext(true)

/** Whether a dialog is open: what lies behind it gets no keys and takes no focus. */
export const isBehindDialog = (): boolean =>
  document.querySelector('[role="dialog"][data-state="open"]:not([data-beside])') !== null

/** Where menus of a component are put, so that they belong to a landmark as everything else does. */
export function useLandmark(): Element | null {
  const dialog = useContext(DialogContext)
  return dialog ? dialog.menus : document.querySelector('main')
}

/** Where tooltips of a component are put. */
export function useTipPlace(): Element | null {
  const dialog = useContext(DialogContext)
  return dialog ? dialog.tips : document.querySelector('main')
}

/** `-1` in the rows of a list that the Tab key passes by; the arrow keys reach them. */
export const TabStop = createContext<-1 | undefined>(undefined)

/** The `tabIndex` of a control that may stand in a list. */
export const useTabStop = (): -1 | undefined => useContext(TabStop)

/** After a press with the pointer Radix leaves the focus on the group once; it belongs to the chosen one of its items. */
export function focusChosen(event: FocusEvent<HTMLElement>): void {
  if (event.target === event.currentTarget)
    event.currentTarget.querySelector<HTMLElement>('[aria-selected="true"], [aria-checked="true"]')?.focus()
}

let isGivingBack = false

/** Gives the focus back to what had it before a dialog or a menu. @returns whether it is still there */
function giveFocusBack(to: Element | null): boolean {
  if (!(to instanceof HTMLElement) || !to.isConnected) return false
  isGivingBack = true
  to.focus()
  isGivingBack = false
  return true
}

/** `onCloseAutoFocus` of a dialog or a menu: Radix gives the focus back to a trigger only, and ours are opened from everywhere. */
export function useFocusBack(isOpen: boolean): (event: Event) => void {
  const before = useRef<Element | null>(null)
  // Before what is inside can take the focus by itself.
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement
  }, [isOpen])
  return (event) => {
    if (giveFocusBack(before.current)) event.preventDefault()
  }
}

/** Whether an element gets the focus only because something over it was closed: its tooltip would cover what comes next. */
export const isFocusGivenBack = (): boolean => isGivingBack

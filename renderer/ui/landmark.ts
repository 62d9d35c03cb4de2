import { createContext, useContext, useLayoutEffect, useRef, type FocusEvent } from 'react'

/** Portal containers of a modal dialog. */
interface DialogPlaces {
  /** Inside the dialog: the only content that can be reached while it is open. */
  readonly menus: HTMLElement | null
  /**
   * Beside the dialog. Tooltips unmount while focus moves between elements; inside the dialog, the focus trap
   * would take that for the removal of the focused element and refocus the start, so Tab would never get past
   * the first button.
   */
  readonly tips: HTMLElement | null
}

/** The modal dialog around a component, if any. */
export const DialogContext = createContext<DialogPlaces | null>(null)

/** Whether the surrounding bench is active; true outside of benches. */
export const FrontContext = createContext(true)

/** Whether a dialog is open: content behind it must ignore keys and not take focus. */
export const isBehindDialog = (): boolean =>
  document.querySelector('[role="dialog"][data-state="open"]:not([data-beside])') !== null

/**
 * Whether the focus is on nothing that the user chose: on the page, or on a bench, which takes the focus that
 * its predecessor left behind.
 */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.matches('[data-bench]')
}

/** Portal container for a component's menus, inside a landmark. */
export function useLandmark(): Element | null {
  const dialog = useContext(DialogContext)
  return dialog ? dialog.menus : document.querySelector('main')
}

/** Portal container for a component's tooltips. */
export function useTipPlace(): Element | null {
  const dialog = useContext(DialogContext)
  return dialog ? dialog.tips : document.querySelector('main')
}

/** `-1` in list rows that Tab skips; the arrow keys reach them. */
export const TabStop = createContext<-1 | undefined>(undefined)

/** The `tabIndex` for a control that may be inside a list. */
export const useTabStop = (): -1 | undefined => useContext(TabStop)

/** After a click Radix leaves focus on the group itself; moves it to the selected item. */
export function focusChosen(event: FocusEvent<HTMLElement>): void {
  if (event.target === event.currentTarget)
    event.currentTarget.querySelector<HTMLElement>('[aria-selected="true"], [aria-checked="true"]')?.focus()
}

let isGivingBack = false

/**
 * Gives the focus back to what had it before a dialog, menu or panel. If nothing had it, or that is gone, the
 * active bench takes it: the next Tab and a screen reader go on there and not at the top of the page. What has
 * been focused meanwhile keeps the focus.
 */
export function giveFocusBack(to: Element | null): void {
  isGivingBack = true
  if (to instanceof HTMLElement && to.isConnected) to.focus()
  if (isFocusFree())
    document.querySelector<HTMLElement>('[data-bench]:not([hidden])')?.focus({ preventScroll: true })
  isGivingBack = false
}

/**
 * Returns an `onCloseAutoFocus` handler for a dialog, menu or panel: Radix restores focus only to a trigger,
 * and ours have none.
 */
export function useFocusBack(isOpen: boolean): (event: Event) => void {
  const before = useRef<Element | null>(null)
  // Before the content takes the focus.
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement
  }, [isOpen])
  return (event) => {
    event.preventDefault()
    giveFocusBack(before.current)
  }
}

/**
 * Whether focus is being restored after an overlay closed: the tooltip of the focused element would only be
 * in the way.
 */
export const isFocusRestored = (): boolean => isGivingBack

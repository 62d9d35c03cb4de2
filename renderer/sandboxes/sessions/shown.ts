import { create } from 'zustand'
import { isFocusFree } from '../../ui/landmark.ts'

export const SECTIONS = ['terminals', 'files', 'ports', 'overview'] as const
export type Section = (typeof SECTIONS)[number]

export const isSection = (name: string | undefined): name is Section =>
  SECTIONS.some((section) => section === name)

interface ShownState {
  /** The shown sandbox as `platform/sandbox`, or {@link IMAGES} or {@link AUDIT}. */
  readonly place: string | undefined
  readonly section: Section
}

/** The place of the images, which belong to no sandbox. */
export const IMAGES = 'images'
/** The place of a platform's audit log. */
export const AUDIT = 'audit'

/** What the bench shows. */
export const useShown = create<ShownState>(() => ({ place: undefined, section: 'terminals' }))

/** Shows the images or the audit log. Focus that has nowhere to be moves to the view's heading. */
export function showPlace(place: typeof IMAGES | typeof AUDIT): void {
  useShown.setState({ place })
  requestAnimationFrame(() => {
    if (isFocusFree()) document.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus()
  })
}

/**
 * Shows a view of the sandbox. Focus in the previous view moves to the new view's tab, unless the view takes
 * it itself.
 */
export function showSection(section: Section): void {
  useShown.setState({ section })
  requestAnimationFrame(() => {
    if (!isFocusFree()) return
    document.querySelector<HTMLElement>(`[role="tab"][id$="-trigger-${section}"]`)?.focus()
  })
}

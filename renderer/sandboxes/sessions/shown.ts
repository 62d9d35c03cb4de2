import { create } from 'zustand'

export const SECTIONS = ['terminals', 'files', 'ports', 'overview'] as const
export type Section = (typeof SECTIONS)[number]

export const isSection = (name: string | undefined): name is Section =>
  SECTIONS.some((section) => section === name)

interface ShownState {
  /** The sandbox that is shown, as `platform/sandbox`, or {@link IMAGES}. */
  readonly place: string | undefined
  readonly section: Section
}

/** The place of the images, which belong to no sandbox. */
export const IMAGES = 'images'

/** What the bench shows. */
export const useShown = create<ShownState>(() => ({ place: undefined, section: 'terminals' }))

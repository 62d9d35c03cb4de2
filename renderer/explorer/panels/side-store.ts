import { create } from 'zustand'
import type { ItemType } from '#shared/documents/authoring.ts'
import type { NewLink } from '../../drafts/items/draft.ts'
import { useExplorer } from '../store/explorer-store.ts'

export type SidePanel = 'details' | 'legend' | 'path' | 'edit'

/** What to edit: an existing item, a new one, or a new edge between two nodes. */
export type Edit =
  | { readonly type: ItemType; readonly key: string }
  /** For a new entity, its set as `domain/name`. */
  | { readonly create: ItemType; readonly set?: string }
  | { readonly link: NewLink }

interface Side {
  readonly panel: SidePanel
  /** A requested edit that is not open yet. */
  readonly edit: Edit | undefined
}

/** The side panel next to the graph. */
export const useSide = create<Side>(() => ({ panel: 'legend', edit: undefined }))

/** Opens a side panel. */
export function openSide(panel: SidePanel): void {
  useExplorer.setState({ side: true })
  useSide.setState({ panel })
}

/** Opens the details with the keyboard in the selected node's note, which may mount only with the next render. */
export function openNote(): void {
  openSide('details')
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-node-note]')?.focus())
}

/** Opens an item in the edit panel. */
export function openEdit(edit: Edit): void {
  useSide.setState({ edit })
  openSide('edit')
}

import { create } from 'zustand'
import type { ItemType } from '#shared/documents/authoring.ts'
import type { NewLink } from '../../drafts/items/draft.ts'
import { useExplorer } from '../store/explorer-store.ts'

export type SidePanel = 'details' | 'legend' | 'path' | 'edit'

/** What to edit: something that is there, something new, or a new line between two nodes. */
export type Edit =
  | { readonly type: ItemType; readonly key: string }
  /** A new entity belongs to the set, as `domain/name`. */
  | { readonly create: ItemType; readonly set?: string }
  | { readonly link: NewLink }

interface Side {
  readonly panel: SidePanel
  /** What was asked to be edited and is not open yet. */
  readonly edit: Edit | undefined
}

/** Which panel stands beside the graph. */
export const useSide = create<Side>(() => ({ panel: 'legend', edit: undefined }))

/** Opens a panel beside the graph. */
export function openSide(panel: SidePanel): void {
  useExplorer.setState({ side: true })
  useSide.setState({ panel })
}

/** Opens something for editing, beside the graph. */
export function editBeside(edit: Edit): void {
  useSide.setState({ edit })
  openSide('edit')
}

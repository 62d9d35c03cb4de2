import { create } from 'zustand'
import type { Dropped } from '../exchange/dropped.ts'
import type { ReachDirection } from '../graph/reach.ts'
import { useExplorer } from '../store/explorer-store.ts'

/** The open dialog; one at a time. */
type OpenDialog =
  | { readonly type: 'expand'; readonly keys: readonly string[] }
  | { readonly type: 'reach'; readonly of: string; readonly direction: ReachDirection }
  | { readonly type: 'views' }
  | { readonly type: 'styles' }
  | { readonly type: 'heat' }
  | { readonly type: 'compare' }
  | { readonly type: 'matrix' }
  | { readonly type: 'export' }
  | { readonly type: 'restore' }
  | { readonly type: 'import'; readonly dropped?: Dropped }

interface DialogState {
  readonly open: OpenDialog | undefined
}

export const useExplorerDialog = create<DialogState>(() => ({ open: undefined }))

export const openDialog = (open: OpenDialog): void => useExplorerDialog.setState({ open })
export const closeDialog = (): void => useExplorerDialog.setState({ open: undefined })

// What was asked of one server is not answered by another, which an address may open behind a dialog.
useExplorer.subscribe(({ loaded }, before) => {
  if (!loaded && before.loaded) closeDialog()
})

import { create } from 'zustand'

/** The terminal, and the number of the block in it, that is read as text. */
export const useReading = create<{
  readonly terminal?: string | undefined
  readonly number?: number | undefined
}>(() => ({}))

/** Shows a block as plain text: by default the selected one or the last, with the screen of its program. */
export const readAsText = (terminal: string, number?: number): void =>
  useReading.setState({ terminal, number })

/**
 * Start states that take long to find are pure functions of their input, a seed among it, so they can be made in this
 * thread or in another one with the same result.
 */
export interface Layouts {
  /** Ends the thread, if there is one. */
  close(): Promise<void>
}

/** Makes layouts in the calling thread. */
export const inlineLayouts: Layouts = { close: async () => {} }

/** How long the page is held at most before it may breathe. Milliseconds. */
export const SLICE = 12

/** Lets keys and frames in between two slices of work. */
export const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

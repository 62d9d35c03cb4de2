/** Lets input and painting have their turn between two pieces of work, so that no task of the page gets long. */
export const yieldToPage = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** The kinds of work, each with an example; the last one is a connection of one's own. */
export const CARDS = ['explorer', 'sandboxes', 'environments', 'console'] as const

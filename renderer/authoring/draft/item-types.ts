/** What can be drafted. In a file of its own, because the commands of a bench are there before the code of its drafts. */
export const ITEM_TYPES = ['element', 'entity', 'relation'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

/**
 * How much more the indexes of a store may hold in total: a relation takes one, an entity at its end one, an
 * entity with its text one, and more if its key is long.
 */
export interface IndexRoom {
  left: number
}

/**
 * What all open workspaces hold together: about 30 bytes per relation, 90 per entity at an end, and 200 per
 * entity with its text, so about a gigabyte at the most.
 */
export const MAX_INDEXED = 6_000_000

/** Characters of a key that are not counted separately. */
const SHORT_KEY = 128

export function roomOf(key: string): number {
  return 1 + Math.floor(key.length / SHORT_KEY)
}

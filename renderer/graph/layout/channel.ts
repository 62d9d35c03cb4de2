import { NAME_ZOOM } from '../scene/scene.ts'

/** Minimum channel between groups in world units: room for edges, counts and arrow heads. */
export const CHANNEL = 64
/**
 * Side of the groups' area that is readable at once in world units; a larger one is first seen from afar, as a
 * map. A view of 1000 pixels holds less than its square, for groups leave gaps.
 */
const READABLE_SIDE = 650 / NAME_ZOOM
/**
 * Channel relative to the side of the whole, so that its edges and counts are readable with everything in
 * view: of a readable whole; of a map, with its increase per linked pair and group; and at most.
 */
const SHARE = { readable: 0.03, map: 0.05, perPair: 0.006, most: 0.09 }
/** Channel at most relative to the side of a group of mean size: the groups are to keep their names. */
const MAX_OF_GROUP = 0.35

/** The channel between groups of these sizes, `pairs` of which are linked. */
export function channelOf(
  groups: readonly { readonly width: number; readonly height: number }[],
  pairs: number,
): number {
  const side = Math.sqrt(groups.reduce((sum, { width, height }) => sum + width * height, 0))
  const share =
    side < READABLE_SIDE
      ? SHARE.readable
      : Math.min(
          SHARE.most,
          SHARE.map + (SHARE.perPair * pairs) / groups.length,
          Math.max(SHARE.readable, MAX_OF_GROUP / Math.sqrt(groups.length)),
        )
  return Math.max(CHANNEL, Math.round(side * share))
}

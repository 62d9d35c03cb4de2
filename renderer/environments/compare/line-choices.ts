import type { Text } from '../../i18n/text.ts'
import { type Episode, leavesOf, returnOf, turnOf } from '../episode/episode.ts'
import type { Line } from '../session/tab.ts'
import { formatReward, shortId } from '../parts/format.ts'

/** Most lines that are offered: those of the newest episodes. */
export const LINE_LIMIT = 300

export interface LineChoice {
  readonly key: string
  readonly line: Line
  readonly label: string
}

/** Every branch of every episode as a choice, the newest episode first. */
export function lineChoices(episodes: readonly Episode[], t: Text): LineChoice[] {
  return episodes
    .toSorted((a, b) => b.changed - a.changed)
    .flatMap((episode) =>
      leavesOf(episode).map(({ id }) => ({
        key: `${episode.id}/${id}`,
        line: { episode: episode.id, event: id },
        label: t('gem.compare.line', {
          name: shortId(episode.envId),
          seed: episode.seed === null ? t('gem.unseeded') : String(episode.seed),
          steps: turnOf(episode, id),
          total: formatReward(returnOf(episode, id)),
        }),
      })),
    )
    .slice(0, LINE_LIMIT)
}

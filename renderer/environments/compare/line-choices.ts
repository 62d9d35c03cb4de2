import type { Text } from '../../i18n/text.ts'
import type { Summary } from '#shared/environments/summary.ts'
import type { Line } from '#shared/environments/tab.ts'
import { formatReward, shortId } from '../parts/format.ts'

/** Most lines that are offered: those of the newest episodes. */
export const LINE_LIMIT = 300

export interface LineChoice {
  readonly key: string
  readonly line: Line
  readonly label: string
}

/** Every branch of every episode as a choice, the newest episode first. */
export function lineChoices(episodes: readonly Summary[], t: Text): LineChoice[] {
  return episodes
    .toSorted((a, b) => b.changed - a.changed)
    .flatMap((episode) =>
      episode.lines.map(({ event, steps, return: total }) => ({
        key: `${episode.id}/${event}`,
        line: { episode: episode.id, event },
        label: t('environments.compare.line', {
          name: shortId(episode.envId),
          seed: episode.seed === null ? t('environments.unseeded') : String(episode.seed),
          steps,
          total: formatReward(total),
        }),
      })),
    )
    .slice(0, LINE_LIMIT)
}

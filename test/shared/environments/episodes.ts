import type { Episode } from '#shared/environments/episode.ts'
import { after, type EpisodeEntry } from '#shared/environments/episode-log.ts'
import type { NewEvent } from '../../../electron/workbench/environments/driver.ts'

/** An episode that was just reset. */
export function freshEpisode(fields: Partial<Episode> = {}): Episode {
  return {
    version: 1,
    id: 'episode',
    envId: 'game:TowerofHanoi-v0-easy',
    platform: 'local',
    platformKind: 'embedded',
    seed: 7,
    started: 0,
    changed: 0,
    source: 'bench',
    events: [{ ...event(null, null), id: 0, at: 0, observation: 'Play.' }],
    current: 0,
    visited: {},
    ...fields,
  }
}

export function event(
  action: string | null,
  parent: number | null,
  fields: Partial<NewEvent> = {},
): NewEvent {
  return {
    parent,
    action,
    observation: `did ${action}`,
    info: { suffix: `board after ${action}` },
    reward: 0,
    terminated: false,
    truncated: false,
    by: 'person',
    ...fields,
  }
}

const entered = (episode: Episode, entry: EpisodeEntry): Episode => after(episode, { entry, at: 1 })

/** The episode after one more answer. */
export const append = (episode: Episode, given: NewEvent): Episode =>
  entered(episode, { kind: 'event', event: { ...given, id: episode.events.length, at: 1 } })

/** The episode after its environment was led to an event. */
export const visit = (episode: Episode, to: number): Episode => entered(episode, { kind: 'went', to })

/** Adds actions after the current event, one after the other. */
export function played(episode: Episode, ...actions: string[]): Episode {
  let now = episode
  for (const action of actions) now = append(now, event(action, now.current))
  return now
}

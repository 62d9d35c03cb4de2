import { shownName } from '../../ui/shown-name.ts'
import type { GraphNode } from './graph.ts'

/** Fields that name how an entity is. */
const STATES = ['status', 'state', 'phase', 'health']
const MAX_STATE_CHARACTERS = 24

/** How an entity is, in its own word. */
export function stateOf({ data }: GraphNode): string | undefined {
  const value = STATES.map((name) => data?.[name]).find((one) => typeof one === 'string' && one !== '')
  return typeof value === 'string' && value.length <= MAX_STATE_CHARACTERS ? shownName(value) : undefined
}

/** What common words say about how an entity is; others are not judged. */
const GOOD = /^(?:healthy|ok|up|ready|running|available|succeeded|passed)$/i
const SUSPECT = /^(?:degraded|warning|pending|unknown|stale|paused)$/i
const BAD = /^(?:unhealthy|down|failed|failing|error|critical|unavailable|crashed)$/i

export const TONES = ['good', 'warning', 'bad'] as const
export type Tone = (typeof TONES)[number]

/** What the word for a state says; undefined for one that is not judged. */
export function toneOfState(state: string): Tone | undefined {
  if (GOOD.test(state)) return 'good'
  if (SUSPECT.test(state)) return 'warning'
  return BAD.test(state) ? 'bad' : undefined
}

import { shownName } from '../../ui/shown-name.ts'
import type { GraphNode } from './graph.ts'

/** Fields that name how an entity is. */
export const STATES = ['status', 'state', 'phase', 'health']
const MAX_STATE_CHARACTERS = 24

/** How an entity is, in its own word. */
export function stateOf({ data }: GraphNode): string | undefined {
  const value = STATES.map((name) => data?.[name]).find((one) => typeof one === 'string' && one !== '')
  return typeof value === 'string' && value.length <= MAX_STATE_CHARACTERS ? shownName(value) : undefined
}

/** What common words say about how an entity is; others are not judged. */
const GOOD = new Set(['healthy', 'ok', 'up', 'ready', 'running', 'available', 'succeeded', 'passed'])
export const SUSPECT = ['degraded', 'warning', 'pending', 'unknown', 'stale', 'paused']
export const BAD = ['unhealthy', 'down', 'failed', 'failing', 'error', 'critical', 'unavailable', 'crashed']

export const TONES = ['good', 'warning', 'bad'] as const
export type Tone = (typeof TONES)[number]

/** What the word for a state says; undefined for one that is not judged. */
export function toneOfState(state: string): Tone | undefined {
  const word = state.toLowerCase()
  if (GOOD.has(word)) return 'good'
  if (SUSPECT.includes(word)) return 'warning'
  return BAD.includes(word) ? 'bad' : undefined
}

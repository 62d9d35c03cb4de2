import { z } from 'zod'
import { ANSWER_FIELDS } from '../gem/trajectory.ts'
import { failureSchema } from '../workbench/failure.ts'
import { endedAt, endIn, type Episode, eventOf, failureAt, knownReturn, leafOf, pathTo } from './episode.ts'
import { remarkSchema } from './episode-log.ts'
import { findingSchema, findingsIn } from './findings.ts'
import { FORMATS } from './trajectories/formats.ts'
import { questionSchema } from './trajectories/read.ts'
import { unreadSchema } from './trajectories/unread.ts'
import type { ReadEpisode } from './trajectories/read-episode.ts'

/** A set of recorded episodes from a file, a batch or the library, to be reviewed, replayed and exported. */
export const recordingsHeadSchema = z.object({
  id: z.string(),
  /** The file's name, or a description of the collection. */
  name: z.string(),
  /** Number of episodes collected from the library: pages name the set by it, in the reader's language. */
  collected: z.number().int().nonnegative().optional(),
  started: z.number(),
  /** Episodes that the file truncates. */
  cut: z.number().int().nonnegative().default(0),
  /** Unreadable records of the file. */
  unread: unreadSchema.default({ records: 0, first: [] }),
})
export type RecordingsHead = z.infer<typeof recordingsHeadSchema>

const answerField = z.enum(ANSWER_FIELDS)

/** List entry of an episode. */
const recordingRowSchema = z.object({
  index: z.number().int().nonnegative(),
  /** Hash of environment, seed and actions; the same on every machine. */
  fingerprint: z.string(),
  envId: z.string(),
  seed: z.number().nullable(),
  /** The episode's name in the file. */
  name: z.string().optional(),
  /** The agent's name in a batch, else as recorded in the file. */
  player: z.string().optional(),
  steps: z.number().int().nonnegative(),
  /** Null: it failed, or a reward is unknown. */
  return: z.number().nullable(),
  end: z.enum(['failed', 'running', 'solved', 'over', 'answered', 'format-error', 'turn-limit', 'ended']),
  findings: z.array(findingSchema),
  /** Answer fields that the record contains. */
  fields: z.array(answerField),
  /** Byte offset of its line in the set's log. */
  at: z.number().int().nonnegative(),
  bytes: z.number().int().positive(),
})
export type RecordingRow = z.infer<typeof recordingRowSchema>

/** Result of replaying an episode: every turn with a different answer. */
const replayResultSchema = z.object({
  index: z.number().int().nonnegative(),
  platform: z.string(),
  outcome: z.enum(['same', 'differs', 'failed', 'unseeded']),
  divergences: z.array(
    z.object({
      event: z.number(),
      turn: z.number(),
      fields: z.array(answerField),
      /** The new answers as text at the first difference; later differences may be its consequence. */
      now: z.partialRecord(answerField, z.string()).optional(),
    }),
  ),
  problem: z.string().optional(),
})
export type ReplayResult = z.infer<typeof replayResultSchema>

const indexedRemark = z.object({ index: z.number().int().nonnegative(), remark: remarkSchema })
export type IndexedRemark = z.infer<typeof indexedRemark>

/** Log of a set. */
export const recordingsEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('head'), head: recordingsHeadSchema }),
  z.object({ kind: z.literal('rows'), rows: z.array(recordingRowSchema) }),
  z.object({ kind: z.literal('remarks'), remarks: z.array(indexedRemark) }),
  z.object({ kind: z.literal('replayed'), results: z.array(replayResultSchema) }),
])
export type RecordingsEntry = z.infer<typeof recordingsEntrySchema>

/** Operations in progress on a set. */
export const recordingsStateSchema = z.object({
  /** Bytes of its file read so far, and in total. */
  reading: z.object({ done: z.number(), of: z.number() }).optional(),
  replaying: z.object({ done: z.number(), of: z.number() }).optional(),
  /** The import needs the user to map the columns. */
  question: questionSchema.optional(),
  failure: failureSchema.optional(),
})
export type RecordingsState = z.infer<typeof recordingsStateSchema>

/** Episodes to export or collect. */
export const sourceSchema = z.discriminatedUnion('of', [
  /** One branch of an episode, or the whole tree. */
  z.object({ of: z.literal('episode'), id: z.string(), leaf: z.number().int().optional() }),
  z.object({ of: z.literal('library'), ids: z.array(z.string()) }),
  z.object({ of: z.literal('batch'), id: z.string() }),
  z.object({ of: z.literal('recordings'), id: z.string() }),
])
export type Source = z.infer<typeof sourceSchema>
export const formatSchema = z.enum(FORMATS)

/** Returns an episode's list entry without its file offset. */
export function rowOf({ episode, fields }: ReadEpisode): Omit<RecordingRow, 'index' | 'at' | 'bytes'> {
  const leaf = leafOf(episode)
  const path = pathTo(episode, leaf)
  const last = endedAt(episode, leaf) ?? eventOf(episode, leaf)
  return {
    fingerprint: fingerprint(
      episode.envId,
      episode.seed,
      path.map(({ action }) => action ?? ''),
    ),
    envId: episode.envId,
    seed: episode.seed,
    name: nameIn(episode),
    player: episode.agent?.name ?? path.find(({ player }) => player !== undefined)?.player,
    steps: path.length - 1,
    return: knownReturn(episode, leaf),
    end: failureAt(episode, leaf) ? 'failed' : endIn(episode.envId, last),
    findings: findingsIn(episode, fields, leaf),
    fields: [...fields],
  }
}

/** Fields that files use for an episode's name. */
const NAMES = 'episode ep_id episode_id trajectory_id traj_id rollout_id rollout uid id sample'.split(' ')

function nameIn({ extra }: Episode): string | undefined {
  const name = NAMES.map((field) => extra?.[field]).find(
    (one) => typeof one === 'string' || typeof one === 'number',
  )
  return name === undefined ? undefined : String(name)
}

/** 64-bit FNV-1a in two halves: short and platform-independent. */
function fingerprint(envId: string, seed: Episode['seed'], actions: readonly string[]): string {
  let [high, low] = [0xcbf29ce4, 0x84222325]
  for (const text of [envId, String(seed), ...actions])
    for (let i = 0; i <= text.length; i++) {
      const unit = text.charCodeAt(i) || 0
      low = Math.imul(low ^ unit, 0x01000193) >>> 0
      high = Math.imul(high ^ (unit + low), 0x01000193) >>> 0
    }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('')
}

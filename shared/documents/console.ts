import { z } from 'zod'
import { defineDocument } from './define.ts'

const argumentsSchema = z.record(z.string(), z.unknown())

/** Saved arguments of a tool, under a name. */
const presetSchema = z.object({ name: z.string().min(1).max(80), args: argumentsSchema })
export type Preset = z.infer<typeof presetSchema>

/** A tool call and its outcome. */
const pastCallSchema = z.object({
  args: argumentsSchema,
  /** Unix milliseconds. */
  at: z.number(),
  milliseconds: z.number(),
  /** `error`: the tool or the server returned an error; `failed`: no answer. */
  outcome: z.enum(['ok', 'error', 'failed', 'cancelled']),
})
export type PastCall = z.infer<typeof pastCallSchema>

/** Both newest first. */
const toolCallsSchema = z.object({ presets: z.array(presetSchema), calls: z.array(pastCallSchema) })
export type ToolCalls = z.infer<typeof toolCallsSchema>

/** By the tool's name. */
const connectionCallsSchema = z.record(z.string(), toolCallsSchema)
export type ConnectionCalls = z.infer<typeof connectionCallsSchema>

const savedCallsSchema = z.object({
  /** By the connection's id. */
  connections: z.record(z.string(), connectionCallsSchema),
})
export type SavedCalls = z.infer<typeof savedCallsSchema>

/** Presets and recent calls of all tools. */
export const callsDocument = defineDocument<SavedCalls>({
  collection: 'console',
  id: 'calls',
  schema: savedCallsSchema,
  initial: { connections: {} },
})

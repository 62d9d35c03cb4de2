import { z } from 'zod'
import { historyEntrySchema } from '../terminals/terminal.ts'
import { startFileSchema } from '../workbench/areas/sandboxes.ts'
import { defineCollection, defineDocument, defineLog } from './define.ts'

const snippetSchema = z.object({ name: z.string(), text: z.string() })
export type Snippet = z.infer<typeof snippetSchema>

export const snippetsDocument = defineDocument({
  collection: 'terminal-layout',
  id: 'snippets',
  schema: z.array(snippetSchema),
  initial: [],
})

/** Before 0.2 the retention of a stopped sandbox was stored in seconds. */
function withMinutes(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('deleteAfter' in stored)) return stored
  const { deleteAfter, ...fields } = stored
  const isEmpty = String(deleteAfter).trim() === ''
  return { keep: isEmpty ? '' : String(Number(deleteAfter) / 60), ...fields }
}

const fieldsSchema = z.object({
  image: z.string(),
  cpus: z.string(),
  memory: z.string(),
  disk: z.string(),
  /** Minutes. */
  idle: z.string(),
  /** Retention of a stopped sandbox, minutes. */
  keep: z.string(),
  /** Network mode for the start request; empty: the platform's default. */
  network: z.string().default(''),
  /** Image platform (OS/architecture) for the engine; empty: its default. */
  imagePlatform: z.string().default(''),
  env: z.string(),
  wait: z.boolean(),
  /** The last selected template; its fields may have been edited since. */
  template: z.string().default(''),
  files: z.array(startFileSchema).default([]),
  /** Runs as the first block of the first terminal. */
  script: z.string().default(''),
})
/** Fields of the start dialog as typed. */
export type StartFields = z.infer<typeof fieldsSchema>
const startFieldsSchema = z.preprocess(withMinutes, fieldsSchema)

/** Initial values until something has been started. */
export const defaultStart: StartFields = {
  // Empty until an image was used, because our platform's default differs from a foreign one's.
  image: '',
  cpus: '2',
  memory: '2g',
  disk: '',
  idle: '30',
  keep: '1440',
  network: '',
  imagePlatform: '',
  env: '',
  wait: true,
  template: '',
  files: [],
  script: '',
}

const startMemorySchema = z.object({
  last: startFieldsSchema,
  /** User-defined templates. */
  presets: z.array(z.object({ name: z.string(), fields: startFieldsSchema })),
  images: z.array(z.string()),
  /** Environment variables for a sandbox's sessions, by sandbox address. */
  env: z.record(z.string(), z.record(z.string(), z.string())),
})
export type StartMemory = z.infer<typeof startMemorySchema>

/** Images suggested before any was used; the last is our server's name for the host system. */
const USUAL_IMAGES = ['python:3.11', 'ubuntu:24.04', 'node:22', 'local']

/** Remembered state of the start dialog. */
export const startDocument = defineDocument({
  collection: 'sandboxes',
  id: 'start',
  schema: startMemorySchema,
  initial: { last: defaultStart, presets: [], images: USUAL_IMAGES, env: {} },
})

const knownSandboxSchema = z.object({
  platform: z.string(),
  sandboxId: z.string(),
  /** User-given name, on any platform. */
  name: z.string().optional(),
  notes: z.string().optional(),
  /** Retention once stopped, as requested at start; a platform reports it only after the sandbox has stopped. */
  keptSeconds: z.number().optional(),
  /** Dismissed notices of the platform. */
  dismissed: z.array(z.string()).optional(),
})
export type KnownSandbox = z.infer<typeof knownSandboxSchema>

/** Sandboxes seen before: a platform may list only running ones, so the others are looked up by id. */
export const knownSandboxes = defineDocument({
  collection: 'sandboxes',
  id: 'known',
  schema: z.array(knownSandboxSchema),
  initial: [],
})

/** Unsaved edits of sandbox files; `modified` is the modification time of the version that was edited. */
export const fileDrafts = defineCollection({
  collection: 'file-drafts',
  schema: z.object({ path: z.string(), text: z.string(), modified: z.number() }),
})

/** Executed commands, oldest first. */
export const commandHistory = defineLog({ collection: 'terminal-history', entry: historyEntrySchema })

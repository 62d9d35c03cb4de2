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

/** Until 0.2 the time until a stopped sandbox is deleted was kept in seconds. */
function withMinutes(kept: unknown): unknown {
  if (typeof kept !== 'object' || kept === null || !('deleteAfter' in kept)) return kept
  const { deleteAfter, ...fields } = kept
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
  /** Minutes that a stopped sandbox is kept. */
  keep: z.string(),
  /** As a start takes it; empty for the platform's own choice. */
  network: z.string().default(''),
  /** What the image's programs are for, as an engine takes it; empty for its own choice. */
  imagePlatform: z.string().default(''),
  env: z.string(),
  wait: z.boolean(),
  /** The template that was chosen last; what it set may have been changed since. */
  template: z.string().default(''),
  files: z.array(startFileSchema).default([]),
  /** Run as the first block of the first terminal. */
  script: z.string().default(''),
})
/** The fields of the start dialog as they are typed. */
export type StartFields = z.infer<typeof fieldsSchema>
const startFieldsSchema = z.preprocess(withMinutes, fieldsSchema)

/** What the dialog begins with until something was started. */
export const usualStart: StartFields = {
  // Until one was used: a platform of ours begins with another than a foreign one.
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
  /** Templates of one's own. */
  presets: z.array(z.object({ name: z.string(), fields: startFieldsSchema })),
  images: z.array(z.string()),
  /** Environment for the sessions of a sandbox, by place. */
  env: z.record(z.string(), z.record(z.string(), z.string())),
})
export type StartMemory = z.infer<typeof startMemorySchema>

/** Images that are suggested before any was used; the last is our server's own name for this machine's system. */
const USUAL_IMAGES = ['python:3.11', 'ubuntu:24.04', 'node:22', 'local']

/** What the start dialog remembers. */
export const startDocument = defineDocument({
  collection: 'sandboxes',
  id: 'start',
  schema: startMemorySchema,
  initial: { last: usualStart, presets: [], images: USUAL_IMAGES, env: {} },
})

const knownSandboxSchema = z.object({
  platform: z.string(),
  sandboxId: z.string(),
  /** What a person calls it, on any platform. */
  name: z.string().optional(),
  notes: z.string().optional(),
  /** For how long it keeps its files once it is stopped, as its start asked for; a platform reports it only when it is stopped. */
  keptSeconds: z.number().optional(),
  /** Notices of the platform that were read and put away. */
  dismissed: z.array(z.string()).optional(),
})
export type KnownSandbox = z.infer<typeof knownSandboxSchema>

/** Sandboxes that were seen: a platform may list only live ones, and the others are looked up by id. */
export const knownSandboxes = defineDocument({
  collection: 'sandboxes',
  id: 'known',
  schema: z.array(knownSandboxSchema),
  initial: [],
})

/** What was typed into files of sandboxes and not saved; `modified` is the moment of the file that was edited. */
export const fileDrafts = defineCollection({
  collection: 'file-drafts',
  schema: z.object({ path: z.string(), text: z.string(), modified: z.number() }),
})

/** Commands that were run, the last one last. */
export const commandHistory = defineLog({ collection: 'terminal-history', entry: historyEntrySchema })

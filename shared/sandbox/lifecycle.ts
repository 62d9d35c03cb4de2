import { z } from 'zod'
import { atLeast, environment, flag, integer, notBlank, number, optional, text, textList } from './fields.ts'

/** An image's name: longer ones are not names, and every list of sandboxes shows them. */
export const imageName = notBlank.max(1024, { error: 'String should have at most 1024 characters' })

/**
 * Requests of the life cycle (docs/sandbox-platform.md#starting). Unknown fields are ignored. The seed's
 * `resources{cpu, memory}` and the platform's `cpus`/`memory` both count; the latter win.
 */
const networkText = text.max(16_384, { error: 'String should have at most 16384 characters' })

/** What people call a sandbox, and write about it. */
const nameText = text.max(80, { error: 'String should have at most 80 characters' })
const notesText = text.max(4000, { error: 'String should have at most 4000 characters' })

/** What an image's programs are for: system, processor, and its variant. */
export const PLATFORM_FORM = /^linux\/[a-z0-9_]{2,20}(?:\/[a-z0-9]{1,10})?$/
export const PLATFORM_WORDS = 'linux/amd64, linux/arm64 or another of linux/…'

export const startRequest = z.object({
  image: imageName,
  /** Extensions: both come back in the status. */
  name: optional(nameText),
  notes: optional(notesText),
  /** Extensions: what programs keep with a sandbox, and what its processes find in their environment. */
  metadata: optional(environment),
  env: optional(environment),
  image_os: optional(text),
  resources: z
    .object({ cpu: optional(z.union([number, text])), memory: optional(z.union([text, number])) })
    .nullish(),
  cpus: optional(number),
  limit_cpus: optional(number),
  memory: optional(text),
  disk: optional(text),
  /** Extension: `own`, `shared`, `none` or `allow:HOST[:PORT],…`. */
  network: optional(networkText),
  auto_clear_time_minutes: optional(atLeast(0)),
  auto_archive_seconds: optional(atLeast(0)),
  auto_delete_seconds: optional(atLeast(0)),
  startup_timeout: optional(number),
  pull: optional(
    z.enum(['missing', 'always', 'never'], { error: "Input should be 'missing', 'always' or 'never'" }),
  ),
  /** Extension: as `docker run --platform` takes it, for images of an engine. */
  platform: optional(text),
  registry_username: optional(text),
  registry_password: optional(text),
  sandbox_id: optional(text),
  use_kata_runtime: optional(flag),
  num_gpus: optional(number),
  accelerator_type: optional(text),
})
export type StartRequest = z.infer<typeof startRequest>

export const sandboxRequest = z.object({ sandbox_id: notBlank })

export const pausedAnswer = z.object({ paused: z.boolean() })

/** The ports that programs of a sandbox listen on. */
export const portsAnswer = z.object({
  ports: z.array(
    z.object({
      port: z.int(),
      /** As the kernel reports it: `0.0.0.0`, `127.0.0.1`, `::`. */
      address: z.string(),
      /** The program as people know it: `http.server`, `vite`. */
      program: z.string(),
      pid: z.int(),
    }),
  ),
})
export type ListeningPort = z.infer<typeof portsAnswer>['ports'][number]

/** How a sandbox did, the oldest sample first; shares in percent of what it was granted, `net` in bytes since its start. */
export const usageHistoryAnswer = z.object({
  interval_seconds: z.number(),
  samples: z.array(
    z.object({
      time: z.string(),
      cpu: z.number(),
      mem: z.number(),
      disk: z.number(),
      net: z.number().optional(),
      processes: z.number(),
      /** Processes that were killed for want of memory since the sample before. */
      out_of_memory: z.number(),
    }),
  ),
})

export const networkRequest = z.object({ sandbox_id: notBlank, network: networkText })
/** `restart`: it has what was asked for when it is started the next time. */
export const networkAnswer = z.object({ network: z.string(), takes_effect: z.enum(['now', 'restart']) })

/** What a sandbox reached through its proxy, newest last. Times are ISO 8601. */
export const connectionsAnswer = z.object({
  network: z.string(),
  /** Beside the proxy stands a program that passes on, and does not list, what speaks neither HTTP nor CONNECT, where there is one. */
  way_out: z.enum(['proxy', 'pasta', 'slirp4netns']).optional(),
  connections: z.array(
    z.object({
      time: z.string(),
      host: z.string(),
      port: z.int(),
      verdict: z.enum(['allowed', 'refused', 'failed']),
      reason: z.string().optional(),
      sent: z.int(),
      received: z.int(),
    }),
  ),
})

/** Every sandbox with its status record, and a sentence for each kept file that cannot be used. */
export const allSandboxesAnswer = z.object({
  items: z.array(z.looseObject({ sandbox_id: z.string() })),
  runtime: z.looseObject({ name: z.string(), isolated: z.boolean() }),
  backends: z.array(z.looseObject({ name: z.string() })),
  problems: z.array(z.string()),
})

export const statusQuery = z.object({
  sandbox_id: notBlank,
  include_all_states: flag.default(false),
  refresh_timeout: flag.default(true),
})

export const aliveQuery = z.object({ sandbox_id: notBlank, refresh_timeout: flag.default(true) })

export const batchRequest = z.object({ sandbox_ids: textList })

export const listQuery = z.looseObject({ page: integer.default(1), page_size: integer.default(500) })

export const commitRequest = z.object({
  sandbox_id: notBlank,
  image_tag: imageName,
  username: optional(text),
  password: optional(text),
})

/** Names of GPU models that a start request may ask for. */
export const acceleratorTypes = [
  'A10',
  'A100',
  'A100-80G',
  'A10G',
  'B200',
  'GeForce-RTX-2080-Ti',
  'H100',
  'H200',
  'L4',
  'L40S',
  'T4',
  'V100',
] as const

/** What our server takes for what a start leaves open (docs/sandbox-platform.md#starting); minutes that a stopped sandbox is kept. */
export const START_DEFAULTS = { cpus: 2, memory: '8g', disk: '50g', keepMinutes: 1440 } as const

/** The largest request of one sandbox. Memory and disk in bytes. */
export const resourceLimits = { cpus: 16, memory: 64 * 1024 ** 3, disk: 256 * 1024 ** 3 } as const

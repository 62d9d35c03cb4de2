import { z } from 'zod'
import { atLeast, environment, flag, integer, notBlank, number, optional, text, textList } from './fields.ts'

/** An image name. The length is limited because every sandbox list shows it. */
export const imageName = notBlank.max(1024, { error: 'String should have at most 1024 characters' })

/**
 * Life cycle requests (docs/sandbox-platform.md#starting). Unknown fields are ignored. Both the seed's
 * `resources{cpu, memory}` and the platform's `cpus`/`memory` are accepted; the latter take precedence.
 */
const networkText = text.max(16_384, { error: 'String should have at most 16384 characters' })

/** A sandbox's display name and description. */
const nameText = text.max(80, { error: 'String should have at most 80 characters' })
const notesText = text.max(4000, { error: 'String should have at most 4000 characters' })

/** Maximum of metadata or of variables, in characters: Linux starts no program with two million bytes of variables. */
const MAX_KEPT_CHARACTERS = 1024 ** 2
const storedTexts = environment.refine(
  (texts) =>
    Object.entries(texts).reduce((sum, [name, value]) => sum + name.length + value.length, 0) <=
    MAX_KEPT_CHARACTERS,
  { error: `Dictionary should have at most ${MAX_KEPT_CHARACTERS} characters` },
)

/** An image platform: operating system, architecture, variant. */
export const PLATFORM_FORM = /^linux\/[a-z0-9_]{2,20}(?:\/[a-z0-9]{1,10})?$/
export const PLATFORM_WORDS = 'linux/amd64, linux/arm64 or another of linux/…'

export const startRequest = z.object({
  image: imageName,
  /** Extensions: both are returned in the status. */
  name: optional(nameText),
  notes: optional(notesText),
  /** Extensions: metadata for programs, and environment variables of the sandbox's processes. */
  metadata: optional(storedTexts),
  env: optional(storedTexts),
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
  /** Extension: value for `docker run --platform`, for images of a container engine. */
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

/** Listening ports in a sandbox. */
export const portsAnswer = z.object({
  ports: z.array(
    z.object({
      port: z.int(),
      /** As the kernel reports it: `0.0.0.0`, `127.0.0.1`, `::`. */
      address: z.string(),
      /** Display name of the program: `http.server`, `vite`. */
      program: z.string(),
      pid: z.int(),
    }),
  ),
})
export type ListeningPort = z.infer<typeof portsAnswer>['ports'][number]

/** Usage samples, oldest first; percentages of the granted resources, `net` in bytes since the start. */
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
      /** Processes killed by the OOM killer since the previous sample. */
      out_of_memory: z.number(),
    }),
  ),
})

export const networkRequest = z.object({ sandbox_id: notBlank, network: networkText })
/** `restart`: the new setting applies from the next start. */
export const networkAnswer = z.object({ network: z.string(), takes_effect: z.enum(['now', 'restart']) })

/** Connections through a sandbox's proxy, newest last. Times are ISO 8601. */
export const connectionsAnswer = z.object({
  network: z.string(),
  /**
   * The program beside the proxy that forwards, without listing it, traffic that is neither HTTP nor CONNECT,
   * if there is one.
   */
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

/** All sandboxes with their status records, and a sentence for each unusable stored file. */
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

/** GPU models that a start request may name. */
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

/**
 * Our server's defaults for a start request (docs/sandbox-platform.md#starting); `keepMinutes` is the
 * retention of a stopped sandbox.
 */
export const START_DEFAULTS = { cpus: 2, memory: '8g', disk: '50g', keepMinutes: 1440 } as const

/** Largest request for one sandbox. Memory and disk in bytes. */
export const resourceLimits = { cpus: 16, memory: 64 * 1024 ** 3, disk: 256 * 1024 ** 3 } as const

import { z } from 'zod'

/**
 * The platform's answers as a client parses them. Lenient, because deployments omit fields, set them to null,
 * or add their own (docs/sandbox-platform.md#records).
 */
const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined)

const phaseSchema = z.looseObject({
  status: z.string(),
  message: maybe(z.string()),
  started_at: maybe(z.string()),
  completed_at: maybe(z.string()),
})

export const statusSchema = z.looseObject({
  sandbox_id: maybe(z.string()),
  status: maybe(z.record(z.string(), phaseSchema)),
  state: maybe(z.string()),
  is_alive: maybe(z.boolean()),
  image: maybe(z.string()),
  host_name: maybe(z.string()),
  host_ip: maybe(z.string()),
  user_id: maybe(z.string()),
  namespace: maybe(z.string()),
  cpus: maybe(z.number()),
  memory: maybe(z.string()),
  disk: maybe(z.string()),
  create_time: maybe(z.string()),
  start_time: maybe(z.string()),
  stop_time: maybe(z.string()),
  auto_stop_time: maybe(z.string()),
  auto_delete_time: maybe(z.string()),
  state_history: maybe(z.array(z.looseObject({ to_state: z.string(), timestamp: z.string() }))),
  /** Extensions of our own server. */
  stand_in: maybe(z.string()),
  runtime: maybe(z.string()),
  isolated: maybe(z.boolean()),
  notices: maybe(z.array(z.string())),
})
export type StatusRecord = z.output<typeof statusSchema>

/** From our server's list of everything: capabilities of its runtime, and guarantees its backends lack. */
export const runtimeSchema = z.looseObject({
  runtime: maybe(z.looseObject({ networks: maybe(z.array(z.string())) })),
  backends: maybe(z.array(z.looseObject({ name: z.string(), missing: maybe(z.array(z.string())) }))),
})

/** Images that our server can start. The base API has no such list; see docs/sandbox-platform.md#starting. */
export const imagesSchema = z.looseObject({
  images: z.array(
    z.looseObject({
      reference: z.string(),
      origin: maybe(z.string()),
      created: maybe(z.string()),
      size: maybe(z.number()),
      needs: maybe(z.array(z.string())),
      from_sandbox: maybe(z.string()),
      from_image: maybe(z.string()),
      system: maybe(z.string()),
      versions: maybe(z.record(z.string(), z.string())),
    }),
  ),
  pulls: maybe(z.boolean()),
  imports: maybe(z.boolean()),
})

/** Connections of a sandbox that has its own network. */
export const connectionsSchema = z.looseObject({
  network: maybe(z.string()),
  /** `proxy`, or the program beside it that forwards other traffic without listing it. */
  way_out: maybe(z.string()),
  connections: z.array(
    z.looseObject({
      time: z.string(),
      host: z.string(),
      port: z.number(),
      verdict: z.string(),
      reason: maybe(z.string()),
      sent: z.number(),
      received: z.number(),
    }),
  ),
})

/** Listening ports in a sandbox. */
export const portsSchema = z.looseObject({
  ports: z.array(z.looseObject({ port: z.number(), address: z.string(), program: z.string() })),
})

/** Usage samples of a sandbox, oldest first. */
export const usageHistorySchema = z.looseObject({
  interval_seconds: z.number(),
  samples: z.array(
    z.looseObject({
      time: z.string(),
      cpu: maybe(z.number()),
      mem: maybe(z.number()),
      disk: maybe(z.number()),
      net: maybe(z.number()),
      processes: maybe(z.number()),
      out_of_memory: maybe(z.number()),
    }),
  ),
})

export const networkChangedSchema = z.looseObject({ network: z.string(), takes_effect: z.string() })

export const startedSchema = z.looseObject({ sandbox_id: z.string() })
export const listSchema = z.looseObject({
  items: z.array(statusSchema),
  total: maybe(z.number()),
  has_more: maybe(z.boolean()),
})
export const aliveSchema = z.looseObject({ is_alive: z.boolean(), message: maybe(z.string()) })

export const observationSchema = z.looseObject({
  output: z
    .string()
    .nullish()
    .transform((value) => value ?? ''),
  exit_code: maybe(z.number()),
  failure_reason: maybe(z.string()),
  expect_string: maybe(z.string()),
  cwd: maybe(z.string()),
  /** Extension: the byte at which `output` begins, if a follower received the rest. */
  output_from: maybe(z.number()),
})

export const executedSchema = z.looseObject({
  stdout: z
    .string()
    .nullish()
    .transform((value) => value ?? ''),
  stderr: z
    .string()
    .nullish()
    .transform((value) => value ?? ''),
  exit_code: maybe(z.number()),
})
export type Executed = z.output<typeof executedSchema>

export const statisticsSchema = z.looseObject({
  cpu: maybe(z.number()),
  mem: maybe(z.number()),
  disk: maybe(z.number()),
  net: maybe(z.number()),
  /** Extension: the sandbox shares the host's network, so `net` is meaningless. */
  net_shared: maybe(z.boolean()),
  processes: maybe(z.number()),
})
export type StatisticsRecord = z.output<typeof statisticsSchema>

export const followedSchema = z.looseObject({
  running: z.boolean(),
  run: maybe(z.number()),
  output: z.string(),
  next: z.number(),
})

export const commitSchema = z.looseObject({
  sandbox_id: maybe(z.string()),
  image_tag: maybe(z.string()),
  phase: z.string(),
  error_code: maybe(z.string()),
  error_message: maybe(z.string()),
})
export type CommitRecord = z.output<typeof commitSchema>

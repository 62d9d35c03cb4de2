import { z } from 'zod'
import { PROTOCOLS } from './answer.ts'

/** An endpoint that plans are run against: what it speaks, where it is, what opens it, and whose data it holds. */
export const telemetryDefinitionSchema = z.looseObject({
  speaks: z.enum(PROTOCOLS),
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).optional(),
  /** Seconds until an answer must be there. */
  timeLimit: z.number().positive().max(3600).optional(),
  /** A file with the certificates to trust besides the system's. */
  caFile: z.string().optional(),
  /** Storages of a model that are asked here wherever the model says that they are, as `domain/name`. */
  storages: z.array(z.string()).optional(),
  disabled: z.boolean().optional(),
})
export type TelemetryDefinition = z.infer<typeof telemetryDefinitionSchema>

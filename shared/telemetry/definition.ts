import { z } from 'zod'
import { PROTOCOLS } from './answer.ts'

/** A telemetry endpoint: its protocol, address, credentials, and the storages it serves. */
export const telemetryDefinitionSchema = z.looseObject({
  speaks: z.enum(PROTOCOLS),
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).optional(),
  /** Response timeout in seconds. */
  timeLimit: z.number().positive().max(3600).optional(),
  /** A file with additional trusted certificates. */
  caFile: z.string().optional(),
  /** Storages of a model to query here regardless of the address in the model, as `domain/name`. */
  storages: z.array(z.string()).optional(),
  disabled: z.boolean().optional(),
})
export type TelemetryDefinition = z.infer<typeof telemetryDefinitionSchema>

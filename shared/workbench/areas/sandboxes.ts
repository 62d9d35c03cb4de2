import { z } from 'zod'
import { event, procedure } from '../procedure.ts'

const platform = z.object({ platform: z.string() })
const sandbox = platform.extend({ sandboxId: z.string() })
const session = sandbox.extend({ session: z.string() })

/** A sandbox as the page shows it; times are ISO 8601, missing members are unknown to the platform. */
export const sandboxInfoSchema = z.object({
  platform: z.string(),
  sandboxId: z.string(),
  state: z.string(),
  isAlive: z.boolean(),
  image: z.string().optional(),
  cpus: z.number().optional(),
  memory: z.string().optional(),
  createTime: z.string().optional(),
  autoStopTime: z.string().optional(),
  phases: z.record(z.string(), z.object({ status: z.string(), message: z.string().optional() })),
  note: z.string().optional(),
})
export type SandboxInfo = z.infer<typeof sandboxInfoSchema>

export const sandboxes = {
  list: procedure({ input: platform, output: z.array(sandboxInfoSchema) }),
  start: procedure({
    input: platform.extend({
      image: z.string().min(1),
      cpus: z.number().positive().optional(),
      memory: z.string().optional(),
      autoStopMinutes: z.number().int().positive().optional(),
    }),
    output: sandboxInfoSchema,
    progress: sandboxInfoSchema,
  }),
  status: procedure({ input: sandbox, output: sandboxInfoSchema }),
  stop: procedure({ input: sandbox, output: z.null() }),
  openSession: procedure({ input: session, output: z.object({ output: z.string() }) }),
  closeSession: procedure({ input: session, output: z.null() }),
  /** Runs one line in a persistent session; output arrives as progress where the platform lets us follow it. */
  run: procedure({
    input: session.extend({ command: z.string(), timeoutSeconds: z.number().positive().optional() }),
    output: z.object({
      output: z.string(),
      exitCode: z.number().nullable(),
      cwd: z.string().optional(),
      milliseconds: z.number(),
    }),
    progress: z.object({ chunk: z.string() }),
  }),
  interrupt: procedure({ input: session, output: z.null() }),
  changed: event(z.object({ platform: z.string() })),
}

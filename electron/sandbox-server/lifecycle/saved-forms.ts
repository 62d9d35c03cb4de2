import { z } from 'zod'
import { sandboxEvents, sandboxStates } from '#shared/sandbox/states.ts'
import { parseNetwork } from '#shared/sandbox/network-policy.ts'
import type { SandboxRecord } from './record.ts'

/** A stored image: a folder with its own layer, on top of those of its base image. */
export interface StoredImage {
  readonly reference: string
  readonly kind: 'local' | 'rootfs'
  /** Keys of the images with the layers below, lowest first, ending with its own. */
  readonly layers: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly created: number
  readonly origin: 'commit' | 'import'
  /** For a commit: the saved sandbox and its image. */
  readonly from?: { readonly sandbox: string; readonly image: string } | undefined
}

/**
 * The minimal valid content of this server's files: a file may be truncated, emptied, edited by hand, or written by a newer server.
 * Unknown members are preserved.
 */
const text = z.string()
const size = z.number().nonnegative()
const phase = z.looseObject({
  status: z.enum(['waiting', 'running', 'success', 'failed', 'timeout']),
  message: text,
  progress: z.object({ done: size, total: size }).optional(),
  started_at: text.optional(),
  completed_at: text.optional(),
})
const environment = z.record(text, text)

const recordForm = z.looseObject({
  id: text,
  // Servers up to 0.1.0 wrote `box`.
  kind: z.preprocess((kind) => (kind === 'box' ? 'sandbox' : kind), z.enum(['sandbox', 'gem'])),
  image: text,
  source: z
    .looseObject({
      kind: z.enum(['local', 'rootfs', 'engine']),
      layers: z.array(text),
      reference: text,
      env: environment,
    })
    .optional(),
  cpus: z.number().positive(),
  memory: size,
  disk: size,
  metadata: z.record(text, text).optional(),
  env: environment.optional(),
  deadline: z
    .looseObject({ at: size, lastsMs: size, action: z.enum(['delete', 'pause', 'stop']) })
    .optional(),
  network: text.refine((value) => parseNetwork(value) !== undefined).optional(),
  idleMinutes: size,
  autoDeleteSeconds: size.optional(),
  autoArchiveSeconds: size.optional(),
  startupSeconds: z.number().positive(),
  pull: z.enum(['missing', 'always', 'never']),
  platform: text.optional(),
  identity: z.looseObject({
    user: text,
    experiment: text,
    namespace: text,
    authorization: text.optional(),
    key: text.optional(),
  }),
  state: z.enum(sandboxStates),
  history: z.array(
    z.looseObject({
      from_state: z.enum(sandboxStates),
      to_state: z.enum(sandboxStates),
      event: z.enum(sandboxEvents),
      timestamp: text,
    }),
  ),
  phases: z.looseObject({ image_pull: phase.optional(), docker_run: phase.optional() }),
  created: size,
  started: size.optional(),
  stopped: size.optional(),
  deleted: size.optional(),
  expires: size,
  deletes: size.optional(),
  notices: z.array(text),
})

const imageForm = z.looseObject({
  reference: text.min(1),
  kind: z.enum(['local', 'rootfs']),
  layers: z.array(text.regex(/^img-[0-9a-f]+$/)).min(1),
  env: environment,
  created: size,
  origin: z.enum(['commit', 'import']),
  from: z.object({ sandbox: text, image: text }).optional(),
})

/** An invalid file; the message describes the problem. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
}

/** @throws DamagedFile */
export const readRecord = (content: string): SandboxRecord => read(recordForm, content) as SandboxRecord

/** @throws DamagedFile */
export const readImage = (content: string): StoredImage => read(imageForm, content)

function read<Form extends z.ZodType>(form: Form, content: string): z.output<Form> {
  if (content.trim() === '') throw new DamagedFile('it is empty')
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    throw new DamagedFile('it is not JSON')
  }
  const result = form.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = issue?.path.join('.')
  throw new DamagedFile(place ? `its ${place} is not what it must be` : 'it is of another form')
}

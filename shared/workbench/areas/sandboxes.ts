import { z } from 'zod'
import { auditLine, auditOutcomes } from '../../sandbox/audit.ts'
import { PUSHERS } from '../../sandbox/image-reference.ts'
import { event, procedure } from '../procedure.ts'
import { lendInputSchema, loanSchema } from './loans.ts'
import { sandboxComparisonSchema } from './compare-sandboxes.ts'
import { fileSearchEndSchema, fileSearchUpdateSchema, fileSearchSchema } from './file-search.ts'

const platform = z.object({ platform: z.string() })
const sandbox = platform.extend({ sandboxId: z.string().min(1) })
const path = z.string().min(1)

const phaseSchema = z.object({
  status: z.string(),
  message: z.string().optional(),
  bytes: z.object({ done: z.number(), total: z.number() }).optional(),
  startedAt: z.string().optional(),
  completedAt: z.string().optional(),
})

/** A sandbox as displayed; times are ISO 8601, absent members are unknown to the platform. */
const sandboxInfoSchema = z.object({
  platform: z.string(),
  sandboxId: z.string(),
  /** `sandbox` has sessions and files; `environment` is the lightweight kind behind a GEM environment. */
  kind: z.enum(['sandbox', 'environment']),
  /** A state of `shared/sandbox/states.ts`, or `unknown`. */
  state: z.string(),
  isAlive: z.boolean(),
  /** Name given at start, if the platform stores it. */
  name: z.string().optional(),
  notes: z.string().optional(),
  /** Its processes are frozen. */
  paused: z.boolean().optional(),
  /** Where it can be saved as an image: on the platform, only in a registry that its name begins with, or nowhere. */
  commits: z.enum(['here', 'registry', 'none']).optional(),
  /** Who can save it in a registry. */
  pushes: z.enum(PUSHERS).optional(),
  image: z.string().optional(),
  /** The image that runs instead of `image`, which is unavailable. */
  standIn: z.string().optional(),
  cpus: z.number().optional(),
  memory: z.string().optional(),
  disk: z.string().optional(),
  /** Network mode in our server's notation: `own`, `shared`, `none` or `allow:HOST[:PORT],…`. */
  network: z.string().optional(),
  createTime: z.string().optional(),
  startTime: z.string().optional(),
  stopTime: z.string().optional(),
  autoStopTime: z.string().optional(),
  /** Last reported `autoStopTime`, for platforms whose list omits it. A lower bound: use only extends it. */
  autoStopNotBefore: z.string().optional(),
  autoDeleteTime: z.string().optional(),
  /** It is past its idle time and kept for a running job, until this time at most. */
  jobsUntil: z.string().optional(),
  runtime: z.string().optional(),
  isolated: z.boolean().optional(),
  phases: z.record(z.string(), phaseSchema),
  history: z.array(z.object({ from: z.string(), to: z.string(), event: z.string(), at: z.string() })),
  /** Warnings of the platform to show with the sandbox, for example that the local image replaces another. */
  notices: z.array(z.string()),
})
export type SandboxInfo = z.infer<typeof sandboxInfoSchema>

/** Percentages of the granted resources; `net` is bytes received and sent. */
export const statisticsSchema = z.object({
  cpu: z.number().optional(),
  memory: z.number().optional(),
  disk: z.number().optional(),
  net: z.number().optional(),
})
export type SandboxStatistics = z.infer<typeof statisticsSchema>

/** Capabilities of a platform beyond the base API; those that are false are disabled with the reason. */
const featuresSchema = z.object({
  /** Raw streaming output, input for programs, a resizable terminal. Otherwise output goes through a file. */
  live: z.boolean(),
  /** Sessions are real terminals: programs get the keyboard and the whole screen. */
  terminal: z.boolean(),
  /** Sandboxes can be listed; otherwise only those started here or attached by id are shown. */
  listing: z.boolean(),
  /** Stopped sandboxes are listed too. */
  listsStopped: z.boolean(),
  statistics: z.boolean(),
  /** Single programs can be run, on which files, interrupts and live output are built. */
  execute: z.boolean(),
  upload: z.boolean(),
  stop: z.boolean(),
  restart: z.boolean(),
  commit: z.boolean(),
  /** Images can be listed, imported and deleted, and a start can choose its network. */
  images: z.boolean(),
  remove: z.boolean(),
  portForward: z.boolean(),
  /** Processes can be frozen. */
  pause: z.boolean(),
  /** Listening ports are reported. */
  ports: z.boolean(),
  /** Usage samples are retained for a while. */
  usageHistory: z.boolean(),
  /** It has an audit log; only admin keys may read it. */
  audit: z.boolean(),
  /** Folders can be downloaded as an archive. */
  archives: z.boolean(),
  files: z.boolean(),
})
export type Features = z.infer<typeof featuresSchema>

/** A file to create in a new sandbox; relative paths are below its home folder. */
export const startFileSchema = z.object({ path: z.string(), text: z.string().max(1024 ** 2) })
export type StartFile = z.infer<typeof startFileSchema>

const startInputSchema = platform.extend({
  image: z.string().trim().min(1),
  sandboxId: z.string().optional(),
  cpus: z.number().positive().optional(),
  memory: z.string().optional(),
  disk: z.string().optional(),
  network: z.string().optional(),
  imagePlatform: z.string().optional(),
  registryLogin: z.object({ username: z.string(), password: z.string() }).optional(),
  name: z.string().optional(),
  notes: z.string().optional(),
  autoStopMinutes: z.number().int().nonnegative().optional(),
  autoDeleteSeconds: z.number().int().nonnegative().optional(),
  /** For all processes inside, if the platform supports it, as our server does. */
  env: z.record(z.string(), z.string()).optional(),
  /** Written once the sandbox is running, which the call then waits for. */
  files: z.array(startFileSchema).max(100).optional(),
  /** Whether to resolve when the sandbox is running, rather than once the platform has accepted it. */
  wait: z.boolean().optional(),
})
export type StartInput = z.infer<typeof startInputSchema>

/** Hours that a running job keeps a sandbox of the embedded platform after its last use. */
export const JOB_HOURS = 8

/** Maximum copies made in one call. */
export const MAX_COPIES = 16

const imageSchema = z.object({
  reference: z.string(),
  /** `machine`: the host's own system. `engine`: stored by a container engine. All others can be deleted. */
  origin: z.string().optional(),
  created: z.string().optional(),
  /** Bytes. */
  size: z.number().optional(),
  /** Backends of which it needs at least one, when none is available. */
  needs: z.array(z.string()).optional(),
  /** For a commit: the saved sandbox and its image, if the platform stores them. */
  fromSandbox: z.string().optional(),
  fromImage: z.string().optional(),
  /** For the host's own system: its name, and the versions of common programs. */
  system: z.string().optional(),
  versions: z.record(z.string(), z.string()).optional(),
})
export type SandboxImage = z.infer<typeof imageSchema>

/** Options for a start, on a platform that lists them. */
const choicesSchema = z.object({
  images: z.array(imageSchema),
  /** Whether missing images can be pulled from a registry; otherwise they are substituted. */
  pulls: z.boolean(),
  /** Whether it can import an image archive. */
  imports: z.boolean(),
  /** Available networks, the default first. */
  networks: z.array(z.string()),
  /** Guarantees that each backend lacks there: the platform's sentences, by backend. */
  missing: z.record(z.string(), z.array(z.string())),
})
export type StartChoices = z.infer<typeof choicesSchema>

/** A port on which a program in a sandbox listens. */
const listeningPortSchema = z.object({ port: z.number(), address: z.string(), program: z.string() })
export type ListeningPort = z.infer<typeof listeningPortSchema>

/** A usage sample (ISO 8601): percentages, `net` in bytes since the start. */
const usageSampleSchema = statisticsSchema.extend({
  time: z.string(),
  processes: z.number().optional(),
  /** Processes killed by the OOM killer since the previous sample. */
  outOfMemory: z.number(),
})
export type UsageSample = z.infer<typeof usageSampleSchema>

const trafficSchema = z.object({
  network: z.string().optional(),
  /** `proxy`, or the program beside it that forwards other traffic without listing it. */
  wayOut: z.string().optional(),
  connections: z.array(
    z.object({
      time: z.string(),
      host: z.string(),
      port: z.number(),
      /** `allowed`, `refused` or `failed`. */
      verdict: z.string(),
      reason: z.string().optional(),
      sent: z.number(),
      received: z.number(),
    }),
  ),
})
export type Traffic = z.infer<typeof trafficSchema>

const fileEntrySchema = z.object({
  name: z.string(),
  kind: z.enum(['file', 'folder', 'link', 'other']),
  /** Bytes. */
  size: z.number(),
  /** Unix milliseconds. */
  modified: z.number(),
  /** Octal permission bits, for example `644`. */
  mode: z.string(),
  owner: z.string(),
  /** Target of a symbolic link, and whether it is a folder. */
  target: z.string().optional(),
  toFolder: z.boolean().optional(),
})
export type FileEntry = z.infer<typeof fileEntrySchema>

const forwardSchema = z.object({
  id: z.string(),
  platform: z.string(),
  sandboxId: z.string(),
  port: z.number(),
  /** Its local port on 127.0.0.1. */
  localPort: z.number(),
  connections: z.number(),
  /** The last error, in the platform's words. */
  error: z.string().optional(),
})
export type Forward = z.infer<typeof forwardSchema>

/** Calls that changed something, newest first. */
const auditPageSchema = z.object({
  items: z.array(auditLine),
  /** Cursor of the next page; absent at the end. */
  next: z.string().optional(),
  /** Whether auditing is on. */
  isKept: z.boolean(),
})
export type AuditPage = z.infer<typeof auditPageSchema>
export type AuditLine = AuditPage['items'][number]

/** Total bytes to come. */
const streamed = z.number().int().nonnegative()

export const sandboxes = {
  features: procedure({ input: platform, output: featuresSchema }),
  list: procedure({ input: platform, output: z.array(sandboxInfoSchema) }),
  start: procedure({ input: startInputSchema, output: sandboxInfoSchema, progress: sandboxInfoSchema }),
  /** A sandbox in any state; reading does not extend its deadline. */
  status: procedure({ input: sandbox, output: sandboxInfoSchema }),
  /** Extends the idle deadline. */
  keepAlive: procedure({ input: sandbox, output: sandboxInfoSchema }),
  statistics: procedure({ input: sandbox, output: statisticsSchema }),
  /** Usage over the last 15 minutes, oldest sample first. */
  usageHistory: procedure({ input: sandbox, output: z.array(usageSampleSchema) }),
  /** A page of a platform's audit log, filtered; `from` is a time (ISO 8601). */
  audit: procedure({
    input: platform.extend({
      key: z.string().optional(),
      operation: z.string().optional(),
      object: z.string().optional(),
      outcome: z.enum(auditOutcomes).optional(),
      from: z.string().optional(),
      after: z.string().optional(),
    }),
    output: auditPageSchema,
  }),
  /** Ports on which its programs listen. */
  ports: procedure({ input: sandbox, output: z.array(listeningPortSchema) }),
  /** Freezes or unfreezes its processes. */
  setPaused: procedure({ input: sandbox.extend({ paused: z.boolean() }), output: z.null() }),
  stop: procedure({ input: sandbox, output: z.null() }),
  remove: procedure({ input: sandbox, output: z.null() }),
  restart: procedure({ input: sandbox, output: sandboxInfoSchema, progress: sandboxInfoSchema }),
  commit: procedure({
    input: sandbox.extend({
      imageTag: z.string().trim().min(1),
      username: z.string().optional(),
      password: z.string().optional(),
    }),
    output: z.object({ imageTag: z.string() }),
  }),
  /** Saves a sandbox's files as an image, and starts copies of it with the same limits and network. */
  fork: procedure({
    input: sandbox.extend({
      count: z.number().int().min(1).max(MAX_COPIES),
      /** Base name of the copies, which are numbered. */
      name: z.string(),
      imageTag: z.string().min(1),
      /** Environment variables of the original sandbox. */
      env: startInputSchema.shape.env,
    }),
    output: z.object({ sandboxIds: z.array(z.string()) }),
  }),
  choices: procedure({ input: platform, output: choicesSchema }),
  deleteImage: procedure({ input: platform.extend({ reference: z.string().min(1) }), output: z.null() }),
  /** Starts the import of an image archive, whose bytes are sent like an upload. */
  beginImport: procedure({
    input: platform.extend({ imageTag: z.string().trim().min(1).max(1024) }),
    output: z.object({ upload: z.string() }),
  }),
  endImport: procedure({
    input: z.object({ upload: z.string(), streamed }),
    output: z.null(),
    progress: z.object({ sent: z.number() }),
  }),
  /** Connections since the sandbox's start; only if it has its own network. */
  traffic: procedure({ input: sandbox, output: trafficSchema }),
  /** Changes a sandbox's network mode, immediately or from its next start. */
  setNetwork: procedure({
    input: sandbox.extend({ network: z.string().min(1) }),
    output: z.object({ isNow: z.boolean() }),
  }),
  listFolder: procedure({ input: sandbox.extend({ path }), output: z.array(fileEntrySchema) }),
  /** Reads base64 from an offset; `size` and `modified` are the whole file's, to detect changes. */
  readFile: procedure({
    input: sandbox.extend({
      path,
      offset: z.number().int().nonnegative(),
      length: z
        .number()
        .int()
        .positive()
        .max(4 * 1024 ** 2),
    }),
    output: z.object({ base64: z.string(), size: z.number(), modified: z.number() }),
  }),
  makeFolder: procedure({ input: sandbox.extend({ path }), output: z.null() }),
  /** Refuses to overwrite an existing file. */
  renameFile: procedure({ input: sandbox.extend({ path, to: path }), output: z.null() }),
  /** Removes a folder recursively. */
  removeFile: procedure({ input: sandbox.extend({ path }), output: z.null() }),
  setMode: procedure({
    input: sandbox.extend({ path, mode: z.string().regex(/^[0-7]{3,4}$/, 'three or four octal digits') }),
    output: z.null(),
  }),
  /** Searches a folder recursively; can be cancelled. */
  searchFiles: procedure({
    input: sandbox.extend(fileSearchSchema.shape),
    output: fileSearchEndSchema,
    progress: fileSearchUpdateSchema,
  }),
  /** Compares another sandbox's files below a folder with this one's; can be cancelled. */
  compare: procedure({
    input: sandbox.extend({ other: z.string().min(1), path }),
    output: sandboxComparisonSchema,
  }),
  /**
   * Starts an upload. Its bytes are sent by POST to `/upload/<upload>` of the page's host: as one request if
   * the host streams request bodies, otherwise in one or more sequential requests. The bytes are forwarded as
   * they arrive, so call `endUpload` first.
   */
  beginUpload: procedure({ input: sandbox.extend({ path }), output: z.object({ upload: z.string() }) }),
  /**
   * Forwards the upload, `streamed` bytes in all; `unchangedSince` refuses if the file was modified after
   * that time (Unix ms). With `unpack` it is a tar archive, extracted into the target folder.
   */
  endUpload: procedure({
    input: z.object({
      upload: z.string(),
      streamed,
      unchangedSince: z.number().optional(),
      unpack: z.boolean().optional(),
    }),
    output: z.object({ size: z.number(), modified: z.number() }),
    progress: z.object({ sent: z.number() }),
  }),
  cancelUpload: procedure({ input: z.object({ upload: z.string() }), output: z.null() }),
  /**
   * Serves a file, or a folder as a tar archive, once under `/download/<ticket>` of the page's host. Runs
   * until it has been sent; cancelling aborts the download.
   */
  download: procedure({
    input: sandbox.extend({ path, folder: z.boolean().optional() }),
    output: z.null(),
    progress: z.union([z.object({ ticket: z.string() }), z.object({ sent: z.number() })]),
  }),
  forward: procedure({
    input: sandbox.extend({
      port: z.number().int().min(1).max(65_535),
      localPort: z.number().int().min(0).max(65_535).optional(),
    }),
    output: forwardSchema,
  }),
  forwards: procedure({ input: z.object({}), output: z.array(forwardSchema) }),
  stopForward: procedure({ input: z.object({ id: z.string() }), output: z.null() }),
  /**
   * Lends a stored secret to a sandbox: git there may use it for one host until it expires, is revoked, or
   * the sandbox is stopped, committed or forked.
   */
  lend: procedure({ input: lendInputSchema, output: loanSchema }),
  loans: procedure({ input: z.object({}), output: z.array(loanSchema) }),
  takeBack: procedure({ input: z.object({ id: z.string() }), output: z.null() }),
  loansChanged: event(z.array(loanSchema)),
  changed: event(platform),
  forwardsChanged: event(z.array(forwardSchema)),
}

import { z } from 'zod'
import { auditLine, auditOutcomes } from '../../sandbox/audit.ts'
import { event, procedure } from '../procedure.ts'
import { lendInputSchema, loanSchema } from './loans.ts'
import { sandboxComparisonSchema } from './compare-sandboxes.ts'
import { fileSearchEndSchema, fileSearchNewsSchema, fileSearchSchema } from './file-search.ts'

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

/** A sandbox as the page shows it; times are ISO 8601, missing members are unknown to the platform. */
export const sandboxInfoSchema = z.object({
  platform: z.string(),
  sandboxId: z.string(),
  /** `sandbox` is one with sessions and files; `environment` is the light one behind a GEM environment. */
  kind: z.enum(['sandbox', 'environment']),
  /** A state of `shared/sandbox/states.ts`, or `unknown`. */
  state: z.string(),
  isAlive: z.boolean(),
  /** What it was called when it was started, where the platform keeps that. */
  name: z.string().optional(),
  notes: z.string().optional(),
  /** Its processes are held. */
  paused: z.boolean().optional(),
  image: z.string().optional(),
  /** The image that runs in place of `image`, which is not here. */
  standIn: z.string().optional(),
  cpus: z.number().optional(),
  memory: z.string().optional(),
  disk: z.string().optional(),
  /** What it may reach, as our server writes it: `own`, `shared`, `none` or `allow:HOST[:PORT],…`. */
  network: z.string().optional(),
  createTime: z.string().optional(),
  startTime: z.string().optional(),
  stopTime: z.string().optional(),
  autoStopTime: z.string().optional(),
  /** Where a platform's list leaves `autoStopTime` out: what it was when it was last reported. Use only moves it on. */
  autoStopNotBefore: z.string().optional(),
  autoDeleteTime: z.string().optional(),
  /** It is past its idle time and kept for a job that runs, until then at most. */
  jobsUntil: z.string().optional(),
  runtime: z.string().optional(),
  isolated: z.boolean().optional(),
  phases: z.record(z.string(), phaseSchema),
  history: z.array(z.object({ from: z.string(), to: z.string(), event: z.string(), at: z.string() })),
  /** What the platform wants said wherever the sandbox is shown, for example that the local image stands in. */
  notices: z.array(z.string()),
})
export type SandboxInfo = z.infer<typeof sandboxInfoSchema>

/** Shares in percent of what was granted; `net` is bytes received and sent. */
export const statisticsSchema = z.object({
  cpu: z.number().optional(),
  memory: z.number().optional(),
  disk: z.number().optional(),
  net: z.number().optional(),
})
export type SandboxStatistics = z.infer<typeof statisticsSchema>

/** What a platform can do beyond the base API; what is false is greyed with the reason. */
export const featuresSchema = z.object({
  /**
   * Our server's sessions: raw output as it comes, typing into a program, a terminal that can be sized. Elsewhere output is
   * followed through a file and programs see no terminal.
   */
  live: z.boolean(),
  /** Sessions are real terminals: programs have the keyboard and the whole screen. */
  terminal: z.boolean(),
  /** Sandboxes are listed; elsewhere those are shown that were started here or attached by id. */
  listing: z.boolean(),
  /** Sandboxes that are stopped are listed too. */
  listsStopped: z.boolean(),
  statistics: z.boolean(),
  /** Single programs: files, interrupts and live output are made of them. */
  execute: z.boolean(),
  upload: z.boolean(),
  stop: z.boolean(),
  restart: z.boolean(),
  commit: z.boolean(),
  /** Its images can be listed, imported and deleted, and a start can choose its network. */
  images: z.boolean(),
  remove: z.boolean(),
  portForward: z.boolean(),
  /** Processes can be held. */
  pause: z.boolean(),
  /** It is known which ports programs listen on. */
  ports: z.boolean(),
  /** What a sandbox used is kept for a while. */
  usageHistory: z.boolean(),
  /** It notes who changed what; only keys of admins may see it. */
  audit: z.boolean(),
  /** Folders can be downloaded, as an archive. */
  archives: z.boolean(),
})
export type Features = z.infer<typeof featuresSchema>

/** A file that a new sandbox begins with; a relative path counts from its home folder. */
export const startFileSchema = z.object({ path: z.string(), text: z.string().max(1024 ** 2) })
export type StartFile = z.infer<typeof startFileSchema>

export const startInputSchema = platform.extend({
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
  /** For every process inside where the platform takes it, as our server does. */
  env: z.record(z.string(), z.string()).optional(),
  /** Written once it is alive, which is waited for. */
  files: z.array(startFileSchema).max(100).optional(),
  /** Answer once the sandbox is alive, or as soon as the platform accepted it. */
  wait: z.boolean().optional(),
})
export type StartInput = z.infer<typeof startInputSchema>

/** Hours that a running job keeps a sandbox of the embedded platform after its last use. */
export const JOB_HOURS = 8

/** Copies of a sandbox that are made at once. */
export const MAX_COPIES = 16

export const imageSchema = z.object({
  reference: z.string(),
  /** `machine`: this machine's own system. `engine`: kept by a container engine. The others can be deleted. */
  origin: z.string().optional(),
  created: z.string().optional(),
  /** Bytes. */
  size: z.number().optional(),
  /** Backends, one of which it needs and none of which is there. */
  needs: z.array(z.string()).optional(),
  /** Of a commit: the sandbox that was saved, and the image that it ran, where the platform keeps that. */
  fromSandbox: z.string().optional(),
  fromImage: z.string().optional(),
  /** Of this machine's own system: how it calls itself, and the versions of programs that people ask for. */
  system: z.string().optional(),
  versions: z.record(z.string(), z.string()).optional(),
})
export type SandboxImage = z.infer<typeof imageSchema>

/** What a start can choose from on a platform that lists it. */
export const choicesSchema = z.object({
  images: z.array(imageSchema),
  /** Whether images that are not there can be had from a registry; what cannot is stood in for. */
  pulls: z.boolean(),
  /** Whether an archive can become an image there. */
  imports: z.boolean(),
  /** The networks that can be asked for, the usual one first. */
  networks: z.array(z.string()),
  /** What isolation by each backend does not guarantee there: its platform's sentences, by the backend's name. */
  missing: z.record(z.string(), z.array(z.string())),
})
export type StartChoices = z.infer<typeof choicesSchema>

/** A port that a program of a sandbox listens on. */
export const listeningPortSchema = z.object({ port: z.number(), address: z.string(), program: z.string() })
export type ListeningPort = z.infer<typeof listeningPortSchema>

/** How a sandbox did at a moment (ISO 8601): shares in percent, `net` in bytes since its start. */
export const usageSampleSchema = z.object({
  time: z.string(),
  cpu: z.number().optional(),
  memory: z.number().optional(),
  disk: z.number().optional(),
  net: z.number().optional(),
  processes: z.number().optional(),
  /** Processes that were killed for want of memory since the sample before. */
  outOfMemory: z.number(),
})
export type UsageSample = z.infer<typeof usageSampleSchema>

export const trafficSchema = z.object({
  network: z.string().optional(),
  /** `proxy`, or the program beside it that passes on, and does not list, what does not use it. */
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

export const fileEntrySchema = z.object({
  name: z.string(),
  kind: z.enum(['file', 'folder', 'link', 'other']),
  /** Bytes. */
  size: z.number(),
  /** Unix milliseconds. */
  modified: z.number(),
  /** Octal permission bits, for example `644`. */
  mode: z.string(),
  owner: z.string(),
  /** Where a link points, and whether that is a folder. */
  target: z.string().optional(),
  toFolder: z.boolean().optional(),
})
export type FileEntry = z.infer<typeof fileEntrySchema>

export const forwardSchema = z.object({
  id: z.string(),
  platform: z.string(),
  sandboxId: z.string(),
  port: z.number(),
  /** Where it listens on this machine, 127.0.0.1. */
  localPort: z.number(),
  connections: z.number(),
  /** The last thing that went wrong, as the platform said it. */
  error: z.string().optional(),
})
export type Forward = z.infer<typeof forwardSchema>

/** Calls that changed something, the last one first. */
export const auditPageSchema = z.object({
  items: z.array(auditLine),
  /** Asks for what is further back; absent at the end. */
  next: z.string().optional(),
  /** Whether calls are noted now. */
  isKept: z.boolean(),
})
export type AuditPage = z.infer<typeof auditPageSchema>
export type AuditLine = AuditPage['items'][number]

/** Bytes that come, in all. */
const streamed = z.number().int().nonnegative()

export const sandboxes = {
  features: procedure({ input: platform, output: featuresSchema }),
  list: procedure({ input: platform, output: z.array(sandboxInfoSchema) }),
  start: procedure({ input: startInputSchema, output: sandboxInfoSchema, progress: sandboxInfoSchema }),
  /** One sandbox in whatever state; looking does not renew its deadline. */
  status: procedure({ input: sandbox, output: sandboxInfoSchema }),
  /** Renews the idle deadline. */
  keepAlive: procedure({ input: sandbox, output: sandboxInfoSchema }),
  statistics: procedure({ input: sandbox, output: statisticsSchema }),
  /** What it used in the last quarter of an hour, the oldest sample first. */
  usageHistory: procedure({ input: sandbox, output: z.array(usageSampleSchema) }),
  /** A page of who changed what on a platform, narrowed down; `from` is a time (ISO 8601). */
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
  /** The ports that its programs listen on. */
  ports: procedure({ input: sandbox, output: z.array(listeningPortSchema) }),
  /** Holds its processes, or lets them go on. */
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
      /** What the copies are called, with their number. */
      name: z.string(),
      imageTag: z.string().min(1),
      /** The variables that the sandbox was started with. */
      env: startInputSchema.shape.env,
    }),
    output: z.object({ sandboxIds: z.array(z.string()) }),
  }),
  choices: procedure({ input: platform, output: choicesSchema }),
  deleteImage: procedure({ input: platform.extend({ reference: z.string().min(1) }), output: z.null() }),
  /** Begins the import of an image archive, whose bytes come like those of an upload. */
  beginImport: procedure({
    input: platform.extend({ imageTag: z.string().trim().min(1).max(1024) }),
    output: z.object({ upload: z.string() }),
  }),
  endImport: procedure({
    input: z.object({ upload: z.string(), streamed }),
    output: z.null(),
    progress: z.object({ sent: z.number() }),
  }),
  /** Where a sandbox connected to since its start; only where its network is its own. */
  traffic: procedure({ input: sandbox, output: trafficSchema }),
  /** Changes what a sandbox may reach, as a start takes it: at once, or with its next start. */
  setNetwork: procedure({
    input: sandbox.extend({ network: z.string().min(1) }),
    output: z.object({ isNow: z.boolean() }),
  }),
  listFolder: procedure({ input: sandbox.extend({ path }), output: z.array(fileEntrySchema) }),
  /** Bytes as base64 from an offset; `size` and `modified` are the file's own, to notice changes. */
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
  /** Refuses to replace what is there. */
  renameFile: procedure({ input: sandbox.extend({ path, to: path }), output: z.null() }),
  /** A folder goes with everything in it. */
  removeFile: procedure({ input: sandbox.extend({ path }), output: z.null() }),
  setMode: procedure({
    input: sandbox.extend({ path, mode: z.string().regex(/^[0-7]{3,4}$/, 'three or four octal digits') }),
    output: z.null(),
  }),
  /** Searches a folder with everything in it; cancelling ends it. */
  searchFiles: procedure({
    input: sandbox.extend(fileSearchSchema.shape),
    output: fileSearchEndSchema,
    progress: fileSearchNewsSchema,
  }),
  /** What another sandbox's files below a folder are against this one's; cancelling ends it. */
  compare: procedure({
    input: sandbox.extend({ other: z.string().min(1), path }),
    output: sandboxComparisonSchema,
  }),
  /**
   * Begins an upload. Its bytes come by POST to `/upload/<upload>` of the page's host: where that streams what it is sent, as the body of one
   * request; elsewhere in several, one after the other, one of them at least. Either goes on as it comes, so `endUpload` is called before.
   */
  beginUpload: procedure({ input: sandbox.extend({ path }), output: z.object({ upload: z.string() }) }),
  /**
   * Sends what comes, `streamed` bytes in all; `unchangedSince` refuses when the file was modified after that moment (Unix ms). With `unpack` it is a tar
   * archive, whose members go into the folder that the upload was begun for.
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
   * Offers a file, or a folder as a tar archive, once, under `/download/<ticket>` of the page's host. Runs until all of it was sent;
   * cancelling it ends the download.
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
   * Lends a kept secret to one sandbox: git there may use it for one host until its time is over, it is taken back, or the sandbox is
   * stopped, committed or forked.
   */
  lend: procedure({ input: lendInputSchema, output: loanSchema }),
  loans: procedure({ input: z.object({}), output: z.array(loanSchema) }),
  takeBack: procedure({ input: z.object({ id: z.string() }), output: z.null() }),
  loansChanged: event(z.array(loanSchema)),
  changed: event(platform),
  forwardsChanged: event(z.array(forwardSchema)),
}

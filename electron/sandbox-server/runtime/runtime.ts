import type { Duplex, Readable, Writable } from 'node:stream'
import type { ConnectionLog } from '../network/connection-log.ts'
import type { NetworkMode, NetworkPolicy, WayOutName } from '../network/policy.ts'

/**
 * Where a sandbox's processes live. One implementation per isolation backend; all pass the same contract suite
 * (`test/electron/sandbox-server/runtime-contract.server.test.ts`). A {@link Runtime} starts {@link Isolate}s, an isolate runs processes.
 */
export interface Runtime {
  readonly info: RuntimeInfo
  /** Images that the backend itself can supply (an engine); undefined where images are folders of ours. */
  readonly engineImages?: EngineImages | undefined
  /** Whether images that are folders of ours, the local one among them, can be started. */
  readonly keepsFolders: boolean
  /** Whether a stopped isolate has its files when it is opened again; so it is where this is undefined. */
  readonly keepsFiles?: boolean
  /** An isolate that an earlier server started and that runs still, its programs ended; only where isolates outlive their server. */
  readonly adopt?: (plan: IsolatePlan) => Promise<Isolate | undefined>
  /** Why no sandbox can be started at all; undefined where some can. */
  readonly refusal?: string
  /** What is guaranteed to a sandbox of that image. */
  infoOf(image: ImageSource | undefined): RuntimeInfo
  /** Starts the isolate of a sandbox; resolves when processes can be started in it. @throws RuntimeFailure */
  open(plan: IsolatePlan, signal?: AbortSignal): Promise<Isolate>
  /** Saves what the (possibly stopped) sandbox changed as an image layer in `target`, an empty folder of ours. */
  commit(plan: IsolatePlan, target: CommitTarget): Promise<void>
  /** Forgets the files of a stopped isolate. */
  remove(plan: IsolatePlan): Promise<void>
  /**
   * Ends what an earlier server that used the same data folder left behind, but the isolates of the sandboxes that are `known` where isolates
   * outlive their server. Returns how many things it ended.
   */
  sweep(known?: readonly string[]): Promise<number>
  dispose(): Promise<void>
}

/** `none`: no backend works here. */
export type RuntimeName =
  'docker' | 'podman' | 'kubernetes' | 'bubblewrap' | 'namespaces' | 'process' | 'none'

/** What this backend guarantees on this machine, probed once at start and shown in status. */
export interface RuntimeInfo {
  readonly name: RuntimeName
  readonly isolated: boolean
  readonly version: string
  /** Abilities that are there. */
  readonly abilities: readonly RuntimeAbility[]
  /** What sandboxes can be given to reach; the first is what they get where nothing that is here was asked for. */
  readonly networks: readonly NetworkMode[]
  /** One sentence per ability that is missing on this machine. */
  readonly missing: readonly string[]
}

export type RuntimeAbility =
  | 'file-system'
  | 'processes'
  | 'network'
  | 'memory-limit'
  | 'cpu-limit'
  | 'process-limit'
  | 'disk-limit'
  | 'commit'
  | 'images'
  | 'users'

export interface EngineImages {
  /** Has the engine get the image, as is wished. @throws RuntimeFailure with the reason alone, which begins in small letters */
  ensure(reference: string, wish: PullWish): Promise<void>
  /** Those with a name, and how many bytes each is. */
  list(): Promise<{ readonly reference: string; readonly size?: number }[]>
  /** Sends an image that is here to the registry that its name begins with; undefined where that cannot be. @throws RuntimeFailure likewise */
  push?(reference: string, login: RegistryLogin): Promise<void>
}
export interface PullWish {
  readonly policy: PullPolicy
  readonly login?: RegistryLogin | undefined
  /** What the programs in it are for, as `linux/arm64`; undefined: what the engine takes. */
  readonly platform?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: PullProgress) => void) | undefined
}
/** How much of an image has come, in bytes, as far as the engine tells. */
export interface PullProgress {
  readonly done: number
  /** Of the layers whose size is known; 0: of none. */
  readonly total: number
  /** All of it has come, and is being unpacked. */
  readonly isHere: boolean
}
export type PullPolicy = 'missing' | 'always' | 'never'
export interface RegistryLogin {
  readonly username: string
  readonly password: string
}

/** What an isolate's root file system is made of. `layers` are folders, lowest first. */
export interface ImageSource {
  /** `local`: this machine's system, read-only, below the layers. `rootfs`: the layers alone. `engine`: a reference. */
  readonly kind: 'local' | 'rootfs' | 'engine'
  readonly layers: readonly string[]
  readonly reference: string
  readonly env: Readonly<Record<string, string>>
}

export interface IsolateLimits {
  readonly cpus: number
  /** Bytes. */
  readonly memory: number
  /** Bytes; Infinity for none. */
  readonly disk: number
  readonly processes: number
}

export interface IsolatePlan {
  readonly id: string
  /** The sandbox's own folder on the host: kept over stop and restart, removed by {@link Runtime.remove}. */
  readonly folder: string
  readonly image: ImageSource
  readonly limits: IsolateLimits
  readonly network: NetworkPolicy
  /** What every process finds in its environment, beside what the image says. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** For a backend that gets the image when the isolate starts. */
  readonly pull?: PullPolicy
  readonly login?: RegistryLogin | undefined
  /** As `linux/arm64`; undefined: the machine's own. */
  readonly platform?: string | undefined
  /** Folders of this machine that are shown at the same place, read-only; only where images are folders of ours. */
  readonly mounts?: readonly string[]
}

export type CommitTarget =
  | {
      readonly folder: string
      /** The only folder to save, as a path below the sandbox's root; its content becomes the layer's. */
      readonly part?: string
    }
  | { readonly reference: string }

export interface Isolate {
  /** The directory in which commands start when they name none. */
  readonly home: string
  /** Environment of every process, before what the request adds. */
  readonly env: Readonly<Record<string, string>>
  /** How sessions get their commands: a folder shared with the server, read-only inside; on another machine one inside alone. */
  readonly control: ControlFolder
  /** Its network, where that is of our making: when it can be used, and what it was used for. */
  readonly network?: IsolateNetwork
  exec(spec: ExecSpec): IsolateProcess
  openTerminal(spec: TerminalSpec): Terminal
  /** A connection to a TCP port on the sandbox's own loopback. @throws RuntimeFailure when nothing listens */
  connect(port: number): Promise<Duplex>
  usage(): Promise<Usage>
  /** How many processes were killed for want of memory since the start: cheap enough to ask often. */
  outOfMemory(): Promise<number>
  /** Bytes that the sandbox's own files take. */
  diskUsed(): Promise<number>
  /** Holds every process, or lets them go on; undefined where nothing can hold them. {@link stop} lets them go first. */
  readonly freeze?: ((isFrozen: boolean) => Promise<void>) | undefined
  /** Ends every process of the isolate and keeps its files. */
  stop(): Promise<void>
  /** Lets it run on without this server, which holds it no more, and says so; undefined where it would end. */
  readonly leave?: (() => boolean) | undefined
  /** Resolves when the isolate ended, for whatever reason. */
  readonly closed: Promise<void>
}

export interface IsolateNetwork {
  readonly ready: Promise<void>
  readonly log: ConnectionLog
  readonly name: WayOutName | undefined
  /** Says what new connections may reach from now on. @returns false where that takes a new start */
  change(policy: NetworkPolicy): boolean
}

export interface ControlFolder {
  /** Undefined where the isolate is on another machine. */
  readonly host?: string
  readonly inside: string
}

export interface ExecSpec {
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Whether the caller feeds standard input; otherwise it is empty. */
  readonly stdin?: boolean
  /** The only folder that the program may write: for work on untrusted files. Only where images are folders of ours. */
  readonly writable?: string
  /** The user of the sandbox's own who runs it, by name or number; otherwise root. Without `cwd` he starts in his home. */
  readonly user?: string | undefined
}

export interface TerminalSpec extends ExecSpec {
  readonly rows: number
  readonly cols: number
}

export interface ExitStatus {
  /** As a shell reports it: 128 + n for a death by signal n. */
  readonly code: number
}

export interface IsolateProcess {
  readonly stdin: Writable | null
  readonly stdout: Readable
  readonly stderr: Readable
  readonly exited: Promise<ExitStatus>
  /** Ends the process and everything in its group at once. */
  kill(): void
}

export interface Terminal {
  readonly exited: Promise<ExitStatus>
  onData(listener: (bytes: Buffer) => void): void
  write(data: string): void
  resize(cols: number, rows: number): void
  /** Hangs up: the shell and its jobs get SIGHUP, then SIGKILL. */
  close(): void
}

/** Counters since the isolate started; percentages are the caller's business. */
export interface Usage {
  /** Seconds of processor time. */
  readonly cpuSeconds: number
  /** Bytes in use. */
  readonly memory: number
  /** Bytes that the sandbox's own files take. */
  readonly disk: number
  /** Bytes received plus sent by the sandbox's own network; undefined where it shares the machine's, which says nothing about it. */
  readonly network: number | undefined
  readonly processes: number
  /** How many processes were killed because the memory limit was reached. */
  readonly outOfMemory: number
}

/** A failure of the backend, as one sentence. */
export class RuntimeFailure extends Error {
  override readonly name: string = 'RuntimeFailure'

  /** By its name, since a backend in a program file of its own has a class of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'RuntimeFailure'
  }
}

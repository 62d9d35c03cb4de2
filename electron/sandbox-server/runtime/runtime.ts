import type { Duplex, Readable, Writable } from 'node:stream'
import type { ConnectionLog } from '../network/connection-log.ts'
import type { NetworkMode, NetworkPolicy, EgressMethod } from '#shared/sandbox/network-policy.ts'

/**
 * Where a sandbox's processes live. One implementation per isolation backend; all pass the same contract suite
 * (`test/electron/sandbox-server/runtime-contract.server.test.ts`). A {@link Runtime} starts {@link Isolate}s; an isolate runs processes.
 */
export interface Runtime {
  readonly info: RuntimeInfo
  /** Images that the backend supplies itself (an engine); undefined if images are folders. */
  readonly engineImages?: EngineImages | undefined
  /** Whether images that are folders, including the local one, can be started. */
  readonly keepsFolders: boolean
  /** Stores sandbox records in the backend; undefined if they are files of this server. */
  readonly records?: RecordBackend | undefined
  /** Whether a stopped isolate retains its files; default: true. */
  readonly keepsFiles?: boolean
  /** Attaches to a running isolate of an earlier or another server; only if isolates outlive their server. */
  readonly adopt?: (plan: IsolatePlan) => Promise<Isolate | undefined>
  /** The image in place of `local`, and the limits of its starts that name none, where the backend has a template for them. */
  readonly template?: SandboxTemplate | undefined
  /** Why no sandbox can be started; undefined if some can. */
  readonly refusal?: string
  /** What is guaranteed to a sandbox of that image. */
  infoOf(image: ImageSource | undefined): RuntimeInfo
  /** Starts the isolate of a sandbox; resolves when processes can be started in it. @throws RuntimeFailure */
  open(plan: IsolatePlan, signal?: AbortSignal): Promise<Isolate>
  /** Saves the changes of a sandbox, running or stopped, as an image layer in the empty folder `target`. */
  commit(plan: IsolatePlan, target: CommitTarget): Promise<void>
  /** Deletes the files of a stopped isolate. */
  remove(plan: IsolatePlan): Promise<void>
  /**
   * Cleans up what an earlier server with the same data folder left behind, except the isolates of `known` sandboxes if isolates outlive
   * their server. Returns the number of things removed.
   */
  sweep(known?: readonly string[]): Promise<number>
  dispose(): Promise<void>
}

export interface SandboxTemplate {
  readonly image: string
  readonly limits: Omit<IsolateLimits, 'processes'>
}

/** Stored texts by sandbox id, from which a new server learns of all sandboxes. */
export interface RecordBackend {
  /** Whether other servers change them, too. */
  readonly isShared: boolean
  list(): Promise<readonly StoredRecord[]>
  /** The current text; undefined if there is none. */
  read(id: string): Promise<string | undefined>
  /**
   * @param isLive whether the sandbox has an isolate @returns false if another server changed it since it was last read or written here
   */
  write(id: string, text: string, isLive: boolean): Promise<boolean>
  remove(id: string): Promise<void>
}
export interface StoredRecord {
  readonly id: string
  readonly text: string
}

/** `none`: no backend works here. */
export type RuntimeName =
  'docker' | 'podman' | 'kubernetes' | 'bubblewrap' | 'namespaces' | 'process' | 'none'

/** What this backend guarantees on this machine; probed once at startup and shown in status. */
export interface RuntimeInfo {
  readonly name: RuntimeName
  readonly isolated: boolean
  readonly version: string
  /** Available abilities. */
  readonly abilities: readonly RuntimeAbility[]
  /** Where commits go, with the ability `commit`; undefined for this server or its engine. */
  readonly commitsTo?: 'registry' | undefined
  /** Networks that sandboxes can have; the first is the default if nothing available was requested. */
  readonly networks: readonly NetworkMode[]
  /** Why processes cannot be held, as a clause; undefined where an isolate that cannot has no freezer of control groups. */
  readonly noPause?: string | undefined
  /** One sentence per ability missing on this machine. */
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
  /**
   * Makes the engine pull the image if the policy says so. @throws RuntimeFailure with only the reason, starting in lower case
   */
  ensure(reference: string, wish: PullOptions): Promise<void>
  /** Named images and their sizes in bytes. */
  list(): Promise<{ readonly reference: string; readonly size?: number }[]>
  /** Pushes a local image to the registry in its name; undefined if unsupported. @throws RuntimeFailure likewise */
  push?(reference: string, login: RegistryLogin): Promise<void>
}
export interface PullOptions {
  readonly policy: PullPolicy
  readonly login?: RegistryLogin | undefined
  /** Platform such as `linux/arm64`; undefined for the engine's default. */
  readonly platform?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: PullProgress) => void) | undefined
}
/** Progress of a pull in bytes, as far as the engine reports it. */
export interface PullProgress {
  readonly done: number
  /** Sum over the layers of known size; 0 if none is known. */
  readonly total: number
  /** Download complete; the image is being unpacked. */
  readonly isHere: boolean
}
export type PullPolicy = 'missing' | 'always' | 'never'
export interface RegistryLogin {
  readonly username: string
  readonly password: string
}

/** The source of an isolate's root file system. `layers` are folders, lowest first. */
export interface ImageSource {
  /** `local`: this machine's system, read-only, below the layers. `rootfs`: only the layers. `engine`: a reference. */
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
  /** The sandbox's folder on the host: survives stop and restart, removed by {@link Runtime.remove}. */
  readonly folder: string
  readonly image: ImageSource
  readonly limits: IsolateLimits
  readonly network: NetworkPolicy
  /** Environment of every process, in addition to the image's. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Called with what a start waits for, in words; not by all backends. */
  readonly tell?: ((words: string) => void) | undefined
  /** For a backend that pulls the image when the isolate starts. */
  readonly pull?: PullPolicy
  readonly login?: RegistryLogin | undefined
  /** Such as `linux/arm64`; undefined for the machine's own. */
  readonly platform?: string | undefined
  /** Host folders mounted read-only at the same path; only if images are folders. */
  readonly mounts?: readonly string[]
}

export type CommitTarget =
  | {
      readonly folder: string
      /** The only folder to save, as a path below the sandbox's root; its content becomes the layer. */
      readonly part?: string
    }
  | {
      readonly reference: string
      /** For a backend that saves images in a registry. */
      readonly login?: RegistryLogin | undefined
      /** Whose sandbox it is, if a key's; without `login` the server's own is only used below this name. */
      readonly namespace?: string | undefined
    }

export interface Isolate {
  /** Default working directory of commands. */
  readonly home: string
  /** Environment of every process, before the request's additions. */
  readonly env: Readonly<Record<string, string>>
  /**
   * How sessions receive commands: a folder shared with the server, read-only inside; on another machine a folder that only
   * exists there.
   */
  readonly control: ControlFolder
  /** Its private network, if any: when it is ready, and its connections. */
  readonly network?: IsolateNetwork
  exec(spec: ExecSpec): IsolateProcess
  openTerminal(spec: TerminalSpec): Terminal
  /** Terminals and texts that outlive this server; undefined if there are none. */
  readonly lasting?: DetachedTerminals | undefined
  /** Connects to a TCP port on the sandbox's loopback. @throws RuntimeFailure when nothing listens */
  connect(port: number): Promise<Duplex>
  usage(): Promise<Usage>
  /** Number of OOM-killed processes since the start; cheap enough to poll. */
  outOfMemory(): Promise<number>
  /** Disk space of the sandbox's own files in bytes. */
  diskUsed(): Promise<number>
  /** Freezes or resumes every process; undefined if unsupported. {@link stop} resumes first. */
  readonly freeze?: ((isFrozen: boolean) => Promise<void>) | undefined
  /** Kills every process of the isolate; its files remain. */
  stop(): Promise<void>
  /**
   * Detaches, so that the isolate outlives this server, and returns whether it did; undefined if unsupported.
   */
  readonly leave?: (() => boolean) | undefined
  /** Resolves when the isolate has ended, for whatever reason. */
  readonly closed: Promise<void>
}

/** What continues in an isolate without the server that started it. */
export interface DetachedTerminals {
  /** Like {@link Isolate.openTerminal}; the name, of letters, digits and `-`, is for {@link joinTerminal}. */
  openTerminal(name: string, spec: TerminalSpec): Terminal
  /** Takes a terminal over from the server that held it; undefined if its program has ended. Output waits while no server holds it. */
  joinTerminal(name: string): Promise<Terminal | undefined>
  /** Saved texts by name. */
  saved(): Promise<ReadonlyMap<string, string>>
  /** @param isNew fail if there is a text of that name. Returns false if there is one, or if there is none to replace */
  keep(name: string, text: string, isNew: boolean): Promise<boolean>
  forget(name: string): Promise<void>
}

export interface IsolateNetwork {
  readonly ready: Promise<void>
  readonly log: ConnectionLog
  readonly name: EgressMethod | undefined
  /** Changes the policy for new connections. @returns false if that requires a restart */
  change(policy: NetworkPolicy): boolean
}

export interface ControlFolder {
  /** Undefined if the isolate is on another machine. */
  readonly host?: string
  readonly inside: string
}

export interface ExecSpec {
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Whether the caller writes to stdin; otherwise it is empty. */
  readonly stdin?: boolean
  /** The only folder that the program may write: for processing untrusted files. Only if images are folders. */
  readonly writable?: string
  /** The sandbox's user to run as, by name or id; default root. Without `cwd` it starts in that user's home. */
  readonly user?: string | undefined
}

export interface TerminalSpec extends ExecSpec {
  readonly rows: number
  readonly cols: number
}

export interface ExitStatus {
  /** As reported by a shell: 128 + n if killed by signal n. */
  readonly code: number
  /** The server only lost its hold on the terminal; the program may continue. */
  readonly isLost?: boolean
}

export interface IsolateProcess {
  readonly stdin: Writable | null
  readonly stdout: Readable
  readonly stderr: Readable
  readonly exited: Promise<ExitStatus>
  /** Kills the process group. */
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

/** Counters since the isolate started; percentages are computed by the caller. */
export interface Usage {
  /** CPU time in seconds. */
  readonly cpuSeconds: number
  /** Bytes in use. */
  readonly memory: number
  /** Disk space of the sandbox's own files in bytes. */
  readonly disk: number
  /** Bytes received plus sent in the sandbox's private network; undefined if it shares the machine's. */
  readonly network: number | undefined
  readonly processes: number
  /** Number of OOM-killed processes. */
  readonly outOfMemory: number
}

/** Why a registry took nothing; the platform's own word for a wrong login. */
export type RegistryCode =
  | 'LOGIN_FAILED'
  | 'REGISTRY_DENIED'
  | 'REGISTRY_UNTRUSTED'
  | 'REGISTRY_UNREACHABLE'
  | 'REGISTRY_BUSY'
  | 'REGISTRY_REFUSED'
  | 'REGISTRY_CREDENTIALS'

/** A failure of the backend, as one sentence. */
export class RuntimeFailure extends Error {
  override readonly name: string = 'RuntimeFailure'
  /** Stable, for callers that tell failures apart; undefined for most. */
  readonly code: RegistryCode | undefined

  constructor(message: string, code?: RegistryCode) {
    super(message)
    this.code = code
  }

  /** By name, since a backend in a separate bundle has its own copy of the class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'RuntimeFailure'
  }
}

/** A client of any sandbox platform: see {@link SandboxPlatform}. */
export type { PlatformCapabilities } from './capabilities.ts'
export type { ExecuteOptions } from './commands.ts'
export type { DirectoryEntry } from '#shared/sandbox/file-listing.ts'
export type { Progress } from './file-form.ts'
export type { Files, TransferOptions } from './files.ts'
export type { Forward, Forwards } from './forwards.ts'
export { SandboxPlatform, type StartOptions } from './platform.ts'
export { type PlatformErrorCode, SandboxPlatformError } from './platform-error.ts'
export type { OperationName, PlatformOptions } from './platform-options.ts'
export type {
  ExpectOptions,
  ExpectResult,
  RunOptions,
  RunResult,
  Session,
  SessionOptions,
  TerminalListener,
} from './session.ts'

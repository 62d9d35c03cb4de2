import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import type { Downloads } from './downloads.ts'
import { fileCalls } from './file-calls.ts'
import { forwardCalls } from './forward-calls.ts'
import { imageCalls } from './image-calls.ts'
import { lifeCalls } from './life-calls.ts'
import type { Platforms } from './platforms.ts'
import { Uploads } from './uploads.ts'

interface Parts {
  readonly platforms: Platforms
  readonly downloads: Downloads
  readonly emit: WorkbenchEmit
  /** Told of what platforms say of their sandboxes. */
  noteSandboxes(sandboxes: readonly SandboxInfo[]): void
}

/** The page's calls to sandbox platforms: the embedded one and those elsewhere, alike. */
export function sandboxCalls({
  platforms,
  downloads,
  emit,
  noteSandboxes,
}: Parts): AreaHandlers<'sandboxes'> {
  const uploads = new Uploads()
  return {
    ...lifeCalls(platforms, emit, noteSandboxes),
    ...fileCalls(platforms, downloads, uploads),
    ...imageCalls(platforms, uploads),
    ...forwardCalls(platforms, emit),
  }
}

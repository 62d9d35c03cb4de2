import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import type { Downloads } from './downloads.ts'
import { fileCalls } from './file-calls.ts'
import { forwardCalls } from './forward-calls.ts'
import { lifeCalls } from './life-calls.ts'
import { type AddressOf, Platforms } from './platforms.ts'
import { sessionCalls } from './session-calls.ts'

/** The page's calls to sandbox platforms: the embedded one and those elsewhere, alike. */
export function sandboxCalls(
  address: AddressOf,
  downloads: Downloads,
  emit: WorkbenchEmit,
): AreaHandlers<'sandboxes'> {
  const platforms = new Platforms(address)
  return {
    ...lifeCalls(platforms, emit),
    ...sessionCalls(platforms),
    ...fileCalls(platforms, downloads),
    ...forwardCalls(platforms, emit),
  }
}

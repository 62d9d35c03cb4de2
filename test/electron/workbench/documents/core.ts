import { join } from 'node:path'
import { contract, type WorkbenchEmitTo } from '#shared/workbench/contract.ts'
import { ContractServer, type EmitTo } from '#shared/workbench/server.ts'
import type { Channel } from '#shared/workbench/wire.ts'
import { documentCalls } from '../../../../electron/workbench/documents/document-calls.ts'
import { Documents } from '../../../../electron/workbench/documents/documents.ts'
import { Logs } from '../../../../electron/workbench/documents/logs.ts'

/** The document part of the core. */
export interface DocumentCore {
  attach(channel: Channel): void
  /** Shuts down cleanly. */
  stop(): Promise<void>
}

/** Opens the documents and logs of a folder and serves them. */
export async function openCore(folder: string): Promise<DocumentCore> {
  const documents = new Documents(join(folder, 'documents'), join(folder, 'journal'), (path) => {
    throw new Error(`${path} was set aside`)
  })
  await documents.recover()
  const logs = new Logs(join(folder, 'logs'))
  const served = { documents: contract.documents }
  const emitTo: EmitTo<typeof served> = (channel, name, payload) => server.emitTo(channel, name, payload)
  const server: ContractServer<typeof served> = new ContractServer(served, {
    documents: documentCalls(documents, logs, emitTo as unknown as WorkbenchEmitTo),
  })
  return {
    attach: (channel) => server.attach(channel),
    async stop() {
      await documents.dispose()
      await logs.dispose()
    },
  }
}

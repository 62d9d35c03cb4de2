import { ContractClient } from '#shared/workbench/client.ts'
import type { WorkbenchClient } from '#shared/workbench/contract.ts'
import type { Channel } from '#shared/workbench/wire.ts'
import type { Workbench } from '../../../electron/workbench/core.ts'
import type { Host } from '../../../electron/workbench/host.ts'
import { plainBox, type SecretBox } from '../../../electron/workbench/secrets/secrets.ts'

/** A minimal host: it provides only a folder and a secret box. */
export const bareHost = (dataFolder: string, secretBox: SecretBox = plainBox): Host => ({
  capabilities: {
    host: 'web',
    platform: process.platform,
    version: '0.0.0',
    nativeMenu: false,
    fileDialogs: false,
    downloads: false,
    streamedUploads: false,
    windows: false,
    secrets: secretBox.strength,
    dataFolder,
  },
  secretBox,
  openExternal: () => Promise.resolve(),
})

/** A page of the workbench in this process. `told` receives every message from the core. */
export function attachPage(workbench: Workbench, told: unknown[] = []): WorkbenchClient {
  const listeners: { page?: (message: unknown) => void; core?: (message: unknown) => void } = {}
  const end = (mine: 'page' | 'core', other: 'page' | 'core'): Channel => ({
    send: (message) => {
      if (mine === 'core') told.push(message)
      queueMicrotask(() => listeners[other]?.(structuredClone(message)))
    },
    onMessage: (listener) => void (listeners[mine] = listener),
    onClose: () => undefined,
    close: () => undefined,
  })
  const client: WorkbenchClient = new ContractClient()
  client.attach(end('page', 'core'))
  workbench.attach(end('core', 'page'))
  return client
}

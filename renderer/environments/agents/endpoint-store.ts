import { endpointsDocument } from '#shared/documents/environments.ts'
import type { ModelEndpoint } from '#shared/environments/agent.ts'
import { documentOf } from '../../app/document.ts'
import { workbench } from '../../app/workbench.ts'

/** Secret name of an endpoint's key; the first endpoint keeps its name from earlier versions. */
const keyName = ({ id, secret }: ModelEndpoint): string => secret ?? `gem-agent-key-${id}`

const document = documentOf(endpointsDocument)

export const loadEndpoints = (): Promise<void> => document.load()

/** The configured endpoints; empty by default. */
export const useEndpoints = (): readonly ModelEndpoint[] => document.use(({ value }) => value.endpoints)

/** Stores an endpoint. A new key goes to the configured place and is never returned here. */
export async function saveEndpoint(endpoint: ModelEndpoint, key: string): Promise<void> {
  const secret = endpoint.key === 'secret' ? keyName(endpoint) : undefined
  if (key !== '' && secret !== undefined) await workbench.call('secrets.set', { name: secret, value: key })
  if (key !== '' && endpoint.key === 'session')
    await workbench.call('environments.giveKey', { endpoint: endpoint.id, key })
  const next = { ...endpoint, secret }
  await document.change(({ version, endpoints }) => {
    const isKnown = endpoints.some(({ id }) => id === endpoint.id)
    return {
      version,
      endpoints: isKnown
        ? endpoints.map((one) => (one.id === endpoint.id ? next : one))
        : [...endpoints, next],
    }
  })
}

export async function forgetEndpoint(endpoint: ModelEndpoint): Promise<void> {
  if (endpoint.key === 'secret') await workbench.call('secrets.remove', { name: keyName(endpoint) })
  await document.change(({ version, endpoints }) => ({
    version,
    endpoints: endpoints.filter(({ id }) => id !== endpoint.id),
  }))
}

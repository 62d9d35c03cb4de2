import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { KubernetesClient } from '../../../../../electron/sandbox-server/runtime/kubernetes/client.ts'

test.each<[string, RequestListener]>([
  ['does not answer', () => undefined],
  ['does not end its answer', (_, response) => void response.write('{')],
])('a cluster that %s is not waited for without end', async (_, serve) => {
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const credentials = () => Promise.resolve({})
  const cluster = { url, namespace: 'n', ca: undefined, isChecked: true, serverName: undefined, credentials }
  await expect(new KubernetesClient(cluster, 50).request('GET', '/version')).rejects.toThrow(
    'cannot be reached: it did not answer within 0.05 s',
  )
  server.closeAllConnections()
  server.close()
})

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { onTestFinished } from 'vitest'
import { Place } from '../../../../../electron/sandbox-server/runtime/kubernetes/place.ts'
import { clientOf } from './cluster-double.ts'

/** An API server with these answers by method and path; to others it has none. Collects what it was sent. Ends with the test. */
export async function placeOf(
  answers: Readonly<Record<string, object>>,
  owner = 'o',
): Promise<{ place: Place; sent: unknown[] }> {
  const sent: unknown[] = []
  const server: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      if (text) sent.push(JSON.parse(text))
      const answer = answers[`${request.method} ${request.url}`]
      response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? { message: 'not found' }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { place: new Place(clientOf(server), owner), sent }
}

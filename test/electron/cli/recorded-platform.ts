import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One recorded answer, by its request; names that belong to a run are `check-S`. */
interface Recorded {
  readonly call: string
  readonly status: number
  readonly answer: unknown
}

const FILE = new URL('../../fixtures/sandbox/recorded-check.json', import.meta.url)
const OWN_NAME = /check-[0-9a-f]{8}/g

/**
 * Replays the answers that `orrery check` got from the runtime of rl-rock 1.11.0 (PyPI) behind its platform's envelope. Repeated calls
 * get their answers in order.
 */
export async function startRecordedPlatform(): Promise<{ readonly url: string; stop(): void }> {
  const answers = new Map<string, Recorded[]>()
  for (const one of JSON.parse(readFileSync(FILE, 'utf8')) as Recorded[]) {
    answers.set(one.call, [...(answers.get(one.call) ?? []), one])
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const call = callOf(request.url ?? '', Buffer.concat(chunks).toString())
    const { status, answer } = answers.get(call)?.shift() ?? { status: 404, answer: { detail: 'Not Found' } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  }
}

function callOf(url: string, text: string): string {
  const operation = /[^/]*$/.exec(url)?.[0] ?? ''
  const uploaded = /name="target_path"\r\n\r\n(.*)\r\n/.exec(text)?.[1]
  const body = (text.startsWith('{') ? JSON.parse(text) : { path: uploaded }) as Record<string, unknown>
  const session = operation === 'create_session' || operation === 'close_session' ? body['session'] : ''
  const { command, path, env_id: environment, action } = body
  const what = [command ?? path ?? environment ?? action ?? session].flat().join(' ')
  return `${operation} ${what}`.trim().replaceAll(OWN_NAME, 'check-S')
}

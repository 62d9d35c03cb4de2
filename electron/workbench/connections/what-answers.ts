import { z } from 'zod'
import { tryJson } from '#shared/json/try-json.ts'
import { say, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'
import { fetch } from '../../node/outgoing.ts'
import { probePlatform, withoutApi } from './platform-probe.ts'

/** What answers at an address, and a sentence that says so. */
export interface Answering {
  /** `unknown`: it asks for a key or a sign-in first, or is neither, or nothing answers. */
  readonly service: 'model' | 'platform' | 'unknown'
  readonly why: LocalizedMessage
}

/** Milliseconds to wait for an answer. */
const PATIENCE_MS = 8_000
/** Bytes read of an answer: enough to see what kind it is. */
const MAX_BYTES = 64 * 1024

const HELLO = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'orrery', version: '0' },
  },
})
const rpcAnswer = z.looseObject({ jsonrpc: z.literal('2.0') })
/** Refusals of a sandbox platform (docs/sandbox-platform.md#envelope). */
const platformRefusal = z.looseObject({ detail: z.string() })

/**
 * Asks an address what it is, without any credentials: an MCP server answers the protocol's first message in the protocol, also to refuse
 * it; a sandbox platform in its own format.
 */
export async function whatAnswers(url: string): Promise<Answering> {
  let status: number
  let body: unknown
  try {
    const answer = await greet(url)
    if (answer.isModel) {
      await leave(url, answer.session)
      return { service: 'model', why: say('ADDRESS.model', { url }) }
    }
    ;({ status, body } = answer)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    return { service: 'unknown', why: say('ADDRESS.unreachable', { url, reason }) }
  }
  const isLocked = status === 401 || status === 403
  if (rpcAnswer.safeParse(body).success)
    return { service: 'model', why: say(isLocked ? 'ADDRESS.modelLocked' : 'ADDRESS.model', { url }) }
  if (isLocked && platformRefusal.safeParse(body).success)
    return { service: 'platform', why: say('ADDRESS.platformLocked', { url }) }
  if (isLocked) return { service: 'unknown', why: say('ADDRESS.locked', { url }) }
  const trouble = await probePlatform({ url: withoutApi(url), headers: {} })
  if (trouble === undefined) return { service: 'platform', why: say('ADDRESS.platform', { url }) }
  if (trouble.kind === 'refused') return { service: 'platform', why: say('ADDRESS.platformLocked', { url }) }
  return { service: 'unknown', why: say('ADDRESS.neither', { url, status }) }
}

/** Sends the protocol's first message. An answer as a stream of events is that of an MCP server. */
async function greet(url: string) {
  const response = await fetch(url, {
    method: 'POST',
    body: HELLO,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const { status, headers } = response
  const isModel = status === 200 && (headers.get('content-type') ?? '').startsWith('text/event-stream')
  const session = headers.get('mcp-session-id')
  if (isModel) await response.body?.cancel()
  const body = isModel ? undefined : tryJson(await beginning(response))
  return { status, session, body, isModel: isModel || (status === 200 && rpcAnswer.safeParse(body).success) }
}

/** Ends the session that the greeting may have begun; a server that does not is left to its own timeout. */
async function leave(url: string, session: string | null): Promise<void> {
  if (session === null) return
  const headers = { 'mcp-session-id': session }
  await fetch(url, { method: 'DELETE', headers, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => undefined,
  )
}

async function beginning(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MAX_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

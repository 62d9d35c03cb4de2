import { z } from 'zod'
import type { ProposeInput, Proposal } from '#shared/workbench/areas/gem.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

/** Seconds that a model may think. */
const PATIENCE = 120

const completion = z.looseObject({
  choices: z.array(z.looseObject({ message: z.looseObject({ content: z.string().nullish() }) })).min(1),
  usage: z
    .looseObject({ prompt_tokens: z.number().optional(), completion_tokens: z.number().optional() })
    .nullish(),
})

/**
 * Asks an OpenAI-compatible endpoint (`POST {url}/chat/completions`) for the next action. The key goes into the request
 * and nowhere else: should the endpoint echo it, it is blotted out of whatever is passed on.
 * @throws WorkbenchError `AGENT_KEY_MISSING`, `AGENT_UNREACHABLE`, `AGENT_REFUSED`, `AGENT_BAD_ANSWER`
 */
export async function propose(
  { endpoint, messages }: ProposeInput,
  key: string | undefined,
  signal: AbortSignal,
): Promise<Proposal> {
  if (endpoint.secret !== undefined && key === undefined) {
    throw workbenchError('AGENT_KEY_MISSING')
  }
  const redact = (text: string): string => (key ? text.replaceAll(key, '•••') : text)
  const address = `${endpoint.url.replace(/\/+$/, '')}/chat/completions`
  const started = performance.now()
  const { status, text } = await post(address, key, body({ endpoint, messages }), signal, redact)
  if (status >= 400) {
    throw workbenchError(status === 401 ? 'AGENT_REFUSED.key' : 'AGENT_REFUSED', {
      status,
      reason: redact(text).slice(0, 300),
    })
  }
  const parsed = completion.safeParse(readJson(text))
  const content = parsed.data?.choices[0]?.message.content
  if (!content) {
    throw workbenchError('AGENT_BAD_ANSWER', {}, { details: redact(text).slice(0, 2000) })
  }
  const usage = parsed.data?.usage
  return {
    text: redact(content),
    milliseconds: performance.now() - started,
    ...(usage?.prompt_tokens === undefined ? {} : { promptTokens: usage.prompt_tokens }),
    ...(usage?.completion_tokens === undefined ? {} : { completionTokens: usage.completion_tokens }),
  }
}

function body({ endpoint, messages }: ProposeInput): string {
  return JSON.stringify({
    model: endpoint.model,
    messages,
    ...(endpoint.temperature === undefined ? {} : { temperature: endpoint.temperature }),
    ...(endpoint.maxTokens === undefined ? {} : { max_tokens: endpoint.maxTokens }),
  })
}

async function post(
  address: string,
  key: string | undefined,
  payload: string,
  signal: AbortSignal,
  blot: (text: string) => string,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: payload,
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE * 1000)]),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (signal.aborted) throw error
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw workbenchError('AGENT_UNREACHABLE', {
      reason: blot(cause instanceof Error ? cause.message : String(cause)),
    })
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

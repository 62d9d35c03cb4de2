import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { z } from 'zod'
import type { Exchange } from '#shared/environments/exchange.ts'
import { type Failure, WorkbenchError } from '#shared/workbench/failure.ts'

/** Every dialect of a refusal: envelope, FastAPI's `detail`, and the sandbox's own exception (docs/gem.md#rest). */
const refusal = z
  .looseObject({
    status: z.unknown(),
    message: z.unknown(),
    error: z.unknown(),
    detail: z.unknown(),
    code: z.unknown(),
    suggestions: z.array(z.string()).catch([]),
    rockletexception: z.looseObject({ message: z.string() }).catch({ message: '' }),
  })
  .partial()

/** The sandbox or its environment is no more: unknown, closed, stopped, or lost with its platform. */
const GONE =
  /sandbox.*(not (be )?found|unknown|does(n't| not) exist|not (alive|running|started)|stopped|closed|no such)|(unknown|no|closed|such) sandbox|no environment/i

/** @throws WorkbenchError when the answer is a failure: HTTP 200 with `Failed` as well as any 4xx and 5xx. */
export function refuseFailure(exchange: Exchange): void {
  const parsed = refusal.safeParse(exchange.response)
  const fields = parsed.success ? parsed.data : {}
  if (exchange.status < 400 && fields.status !== 'Failed') return
  throw new WorkbenchError({ ...describe(exchange, fields), details: exchange })
}

function describe(exchange: Exchange, fields: z.infer<typeof refusal>): Failure {
  const reason = firstText(fields.rockletexception?.message, fields.detail, fields.error, fields.message)
  const { status } = exchange
  if (status === 401 || status === 403) {
    return workbenchError('UNAUTHORIZED', { status }).toFailure()
  }
  if (status === 404 || status === 405) {
    const path = new URL(exchange.url).pathname
    return inItsWords(workbenchError('GEM_NOT_OFFERED', { path, status }), reason)
  }
  if (status === 504 || status === 408) {
    return workbenchError('GEM_TIMEOUT.gaveUp', { status, reason: reason ?? '' }).toFailure()
  }
  const isUnknownId = fields.code === 'ENV_UNKNOWN'
  if (fields.code === 'SANDBOX_UNKNOWN' || (!isUnknownId && reason && GONE.test(reason))) {
    return workbenchError('GEM_GONE', { reason: reason ?? `HTTP ${status}` }).toFailure()
  }
  const near = fields.suggestions?.length ? `Near to it: ${fields.suggestions.join(', ')}.` : undefined
  return {
    code: status >= 500 ? 'GEM_RUNTIME' : 'GEM_REFUSED',
    message: reason ?? `The platform answered HTTP ${status}.`,
    ...(near ? { hint: near } : {}),
  }
}

/** The platform's own words instead of ours, where it has any; the hint stays. */
function inItsWords(failure: WorkbenchError, reason: string | undefined): Failure {
  const { said, ...rest } = failure.toFailure()
  return reason === undefined ? { ...rest, said } : { ...rest, message: reason }
}

/** The first that says something; a list of validation issues (FastAPI) becomes its first sentence. */
function firstText(...candidates: readonly unknown[]): string | undefined {
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && candidate.trim() !== '') return candidate.trim()
    if (!Array.isArray(candidate)) continue
    const issue = z
      .looseObject({ loc: z.array(z.unknown()).catch([]), msg: z.string() })
      .safeParse(candidate[0])
    if (issue.success) return [issue.data.loc.join('.'), issue.data.msg].filter(Boolean).join(': ')
  }
  return undefined
}

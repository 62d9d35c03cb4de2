import { Hono, type Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { isLive } from '#shared/sandbox/states.ts'
import type { Scope } from '../access/scopes.ts'
import { readText } from '../api/body.ts'
import { check, InvalidInput } from '../api/input.ts'
import { PlainFailure, PlatformError } from '../lifecycle/platform-error.ts'
import { ANONYMOUS, type SandboxRecord } from '../lifecycle/record.ts'
import { noPause } from '../lifecycle/sandbox-entry.ts'
import { RuntimeFailure } from '../runtime/runtime.ts'
import type { Access } from './access.ts'
import { isControl } from './front.ts'
import { listed, sandboxPage } from './listed.ts'
import { networkOf, networkRequest } from './network.ts'

/** A failure with its HTTP status. */
class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: ContentfulStatusCode

  constructor(status: ContentfulStatusCode, message: string) {
    super(message)
    this.status = status
  }
}

/** Default lifetime of a sandbox in seconds. */
const DEFAULT_SECONDS = 300
const seconds = z
  .int()
  .min(0)
  .max(86_400 * 365)

const createBody = z.object({
  templateID: z.string().min(1),
  timeout: seconds.default(DEFAULT_SECONDS),
  metadata: z.record(z.string(), z.string()).nullish(),
  envVars: z.record(z.string(), z.string()).nullish(),
  autoPause: z.boolean().nullish(),
  autoPauseMemory: z.boolean().nullish(),
  autoResume: z.looseObject({ enabled: z.boolean() }).nullish(),
  allow_internet_access: z.boolean().nullish(),
  network: networkRequest.nullish(),
  volumeMounts: z.array(z.unknown()).nullish(),
  mcp: z.unknown().optional(),
  iam: z.unknown().optional(),
})
const timeoutBody = z.object({ timeout: seconds })
const connectBody = z.object({ timeout: seconds.optional() })
const pauseBody = z.object({ memory: z.boolean().nullish() })
const snapshotBody = z.object({ name: z.string().min(1).max(200).optional() })

/** The E2B API to create, list, extend, pause and delete sandboxes, implemented on the platform's own operations. */
export function controlRoutes({ platform, desk, caller }: Scope, access: Access): Hono {
  const { sandboxes, commits, imageFolder, images, runtime, usage } = platform
  const app = new Hono()
  app.use((context, next) => (isControl(context.req.path) ? noted(context, next) : next()))
  async function noted(context: Context, next: () => Promise<void>): Promise<Response | void> {
    const { method, path } = context.req
    // The response for a single sandbox contains its access token.
    const isRead = method === 'GET' && !/^\/sandboxes\/[^/]+$/.test(path)
    const id = /^(?:\/v\d)?\/(?:sandboxes|templates)\/([^/]+)/.exec(path)?.[1]
    // A path of the caller's own making would be a metric and an operation of the audit each time.
    const route = matchedRoutes(context).find((one) => one.path !== '/*')?.path ?? 'unknown'
    const name = route.replace(/:\w+(?:\{.*?\})?/, '{id}')
    const role = isRead ? 'viewer' : 'user'
    const visit = desk.enter(`e2b ${method} ${name}`, role, {
      object: id,
      endsSomething: method === 'DELETE',
    })
    if (visit.refused) {
      await visit.ended('refused')
      const { status, detail } = visit.refused
      return context.json({ code: status, message: detail }, status)
    }
    await next()
    await visit.ended(context.res.ok ? 'ok' : 'failed', context.get('object') as string | undefined)
  }

  const known = (context: Context): SandboxRecord => {
    const id = context.req.param('id') ?? ''
    const record = sandboxes.find(id)
    if (record?.kind === 'sandbox' && record.state !== 'deleted') return record
    throw new ControlError(404, `sandbox ${id} not found`)
  }
  const body = async <Schema extends z.ZodType>(context: Context, schema: Schema) => {
    const text = await readText(context)
    return check(schema, 'body', parsed(text))
  }
  /** What the client libraries need to access a sandbox. */
  const opened = (context: Context, record: SandboxRecord) => {
    context.set('object', record.id)
    const token = access.tokenOf(record.id, caller.key)
    return {
      ...listed(record),
      domain: domainOf(context.req.header('host')),
      envdAccessToken: token,
      trafficAccessToken: token,
    }
  }
  const started = async (id: string): Promise<SandboxRecord> => {
    await sandboxes.started(id)
    const record = sandboxes.find(id)
    if (record?.state !== 'running')
      throw new ControlError(500, record?.notices.at(-1) ?? `sandbox ${id} ended`)
    return record
  }
  /** @throws ControlError where a pause would not keep what it should. */
  const checkPause = (id: string, memory: boolean | null | undefined): void => {
    const record = sandboxes.find(id)
    if (!record) return
    const keepsFiles = runtime.keepsFiles ?? true
    if (memory === false ? keepsFiles : sandboxes.isolateOf(id)?.freeze) return
    const remedy = keepsFiles ? ': with keepMemory false their files are kept' : ''
    throw new ControlError(400, `${noPause(record, runtime)}${remedy}`)
  }
  const end = async (id: string): Promise<void> => {
    await sandboxes.stop(id)
    await sandboxes.delete(id)
  }

  const create = async (context: Context) => {
    const wish = await body(context, createBody)
    const refused = [
      wish.volumeMounts?.length ? 'volumes' : undefined,
      wish.mcp ? 'an MCP gateway' : undefined,
      wish.iam ? 'cloud identities' : undefined,
      wish.autoResume?.enabled ? 'resuming by use' : undefined,
    ].find((what) => what !== undefined)
    if (refused) throw new ControlError(400, `${refused} cannot be had here: leave it out`)
    const { id } = sandboxes.start(
      {
        image: wish.templateID === 'base' ? 'local' : wish.templateID,
        metadata: wish.metadata,
        env: wish.envVars,
        network: networkOf(wish.network, wish.allow_internet_access),
      },
      ANONYMOUS,
    )
    try {
      await started(id)
      if (wish.autoPause) checkPause(id, wish.autoPauseMemory)
    } catch (error) {
      await end(id)
      throw error
    }
    const paused = wish.autoPauseMemory === false ? 'stop' : 'pause'
    setEnd(id, wish.timeout, wish.autoPause ? paused : 'delete')
    await sandboxes.saved(id)
    return context.json(opened(context, sandboxes.find(id) as SandboxRecord), 201)
  }
  const setEnd = (id: string, inSeconds: number, action?: 'delete' | 'pause' | 'stop'): void => {
    const before = sandboxes.find(id)?.deadline?.action
    const lastsMs = inSeconds * 1000
    sandboxes.setDeadline(id, { at: Date.now() + lastsMs, lastsMs, action: action ?? before ?? 'delete' })
  }
  app.post('/sandboxes', create)
  app.post('/v2/sandboxes', create)

  const list = async (context: Context) => {
    await sandboxes.shared()
    const { items, next } = sandboxPage(sandboxes.all(), context.req.query())
    if (next !== undefined) context.header('x-next-token', next)
    return context.json(items)
  }
  app.get('/sandboxes', list)
  app.get('/v2/sandboxes', list)

  app.get('/sandboxes/:id', async (context) => {
    await sandboxes.shared(known(context).id)
    return context.json(opened(context, known(context)))
  })
  app.delete('/sandboxes/:id', async (context) => {
    await end(known(context).id)
    return context.body(null, 204)
  })
  app.post('/sandboxes/:id/timeout', async (context) => {
    const { id, state } = known(context)
    if (!isLive(state)) throw new ControlError(409, `sandbox ${id} is paused: connect to it first`)
    setEnd(id, (await body(context, timeoutBody)).timeout)
    await sandboxes.saved(id)
    return context.body(null, 204)
  })
  app.post('/sandboxes/:id/pause', async (context) => {
    const { id, isPaused, state } = known(context)
    const { memory } = await body(context, pauseBody)
    if (isPaused || !isLive(state)) throw new ControlError(409, `sandbox ${id} is paused already`)
    checkPause(id, memory)
    if (memory === false) await sandboxes.stop(id)
    else await sandboxes.setPaused(id, true)
    await sandboxes.saved(id)
    return context.body(null, 204)
  })

  const connect = async (context: Context) => {
    const record = known(context)
    const { timeout } = await body(context, connectBody)
    const wasPaused = record.isPaused || !isLive(record.state)
    if (record.isPaused) await sandboxes.setPaused(record.id, false)
    else if (!isLive(record.state)) sandboxes.restart(record.id)
    const { deadline } = await started(record.id)
    const wanted = timeout ?? (wasPaused ? DEFAULT_SECONDS : undefined)
    // A running sandbox's lifetime is only ever extended; one without an end keeps that.
    const isLonger = wanted !== undefined && deadline && Date.now() + wanted * 1000 > deadline.at
    if (wanted !== undefined && (wasPaused || isLonger)) setEnd(record.id, wanted, record.deadline?.action)
    await sandboxes.saved(record.id)
    return context.json(opened(context, sandboxes.find(record.id) as SandboxRecord), wasPaused ? 201 : 200)
  }
  app.post('/sandboxes/:id/connect', connect)
  app.post('/v2/sandboxes/:id/connect', connect)

  app.put('/sandboxes/:id/network', async (context) => {
    const { id } = known(context)
    const wish = await body(context, networkRequest)
    sandboxes.setNetwork(id, networkOf(wish, wish.allow_internet_access) ?? 'own')
    await sandboxes.saved(id)
    return context.body(null, 204)
  })
  app.get('/sandboxes/:id/metrics', async (context) => {
    const record = known(context)
    const isolate = sandboxes.isolateOf(record.id)
    if (!isolate || record.isPaused) return context.json([])
    const { samples } = await usage.of(record, isolate)
    const from = Number(context.req.query('start') ?? 0) * 1000
    const to = Number(context.req.query('end') ?? Infinity) * 1000
    const within = samples.filter(({ time }) => Date.parse(time) >= from && Date.parse(time) <= to)
    return context.json(
      within.map(({ time, cpu, mem, disk }) => ({
        timestamp: new Date(time).toISOString(),
        timestampUnix: Math.floor(Date.parse(time) / 1000),
        cpuCount: record.cpus,
        cpuUsedPct: cpu,
        memUsed: Math.round((mem / 100) * record.memory),
        memTotal: record.memory,
        memCache: 0,
        diskUsed: Math.round((disk / 100) * record.disk),
        diskTotal: record.disk,
      })),
    )
  })

  app.post('/sandboxes/:id/snapshots', async (context) => {
    const { id } = known(context)
    const { name = `snapshot-${id.slice(0, 8)}-${Date.now()}` } = await body(context, snapshotBody)
    commits.begin(id, name)
    const record = await commits.ended(id)
    if (record.phase !== 'SUCCEEDED') throw new ControlError(500, record.error_message ?? 'it was not saved')
    return context.json({ snapshotID: name, names: [name] }, 201)
  })
  app.get('/snapshots', async (context) => {
    const saved = (await images.list()).filter(({ origin }) => origin === 'commit')
    return context.json(saved.map(({ reference }) => ({ snapshotID: reference, names: [reference] })))
  })
  app.delete('/templates/:name{.+}', async (context) => {
    const name = context.req.param('name')
    const inUse = sandboxes.all().flatMap((record) => record.source?.layers ?? [])
    if (!(await imageFolder.remove(name, inUse)))
      throw new ControlError(404, `${name} is no snapshot kept here`)
    return context.body(null, 204)
  })

  app.post('/sandboxes/:id/fork', (context) => {
    known(context)
    throw new ControlError(
      501,
      'running programs cannot be copied here: createSnapshot, and create sandboxes from it',
    )
  })
  for (const [path, what] of Object.entries(ABSENT)) {
    const refuse = (): never => {
      throw new ControlError(501, `${what} cannot be had here`)
    }
    app.all(path, refuse).all(`${path}/*`, refuse)
  }
  app.onError((error, context) => {
    const { status, message } = controlError(error)
    if (status === 500) platform.log(`${context.req.method} ${context.req.path}: ${error.stack ?? message}`)
    return context.json({ code: status, message }, status)
  })
  return app
}

/** Options of the client libraries that this server does not support. */
const ABSENT: Readonly<Record<string, string>> = {
  '/templates': 'building templates',
  '/v2/templates': 'building templates',
  '/v3/templates': 'building templates',
  '/volumes': 'volumes',
  '/secrets': 'kept secrets',
  '/teams': 'teams',
}

function controlError(error: Error): { status: ContentfulStatusCode; message: string } {
  if (error instanceof ControlError) return error
  const { message } = error
  if (error instanceof PlatformError) return { status: error.code < 5000 ? 400 : 500, message }
  const isCallers = [InvalidInput, PlainFailure, RuntimeFailure].some((kind) => error instanceof kind)
  return { status: isCallers ? 400 : 500, message }
}

function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    throw new ControlError(400, 'the body is not JSON')
  }
}

/** The host name for sandbox ports: this server's own, or `localhost` if it was called by IP address. */
function domainOf(host = 'localhost'): string {
  const { hostname, port } = new URL(`http://${host}`)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return `${isAddress ? 'localhost' : hostname}:${port || '80'}`
}

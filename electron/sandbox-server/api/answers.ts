import { z } from 'zod'
import { PUSHERS } from '#shared/sandbox/image-reference.ts'
import { followedSchema } from '#shared/sandbox/records.ts'

/**
 * Successful results of the platform's own operations (docs/sandbox-platform.md#operations), and example requests that can be sent in
 * this order to an empty server, as the tests do.
 */
interface Described {
  /** If the operation does not declare it itself, as the extensions do. */
  readonly result?: z.ZodType
  /** Body of a POST, query of a GET. */
  readonly example?: object
}

const time = z.string().describe('ISO 8601')

const started = z.looseObject({
  sandbox_id: z.string(),
  host_name: z.string(),
  host_ip: z.string(),
  cpus: z.number(),
  memory: z.string(),
  disk: z.string(),
})

const phase = z.looseObject({
  status: z.enum(['waiting', 'running', 'success', 'failed', 'timeout']),
  message: z.string(),
  progress: z
    .object({ done: z.number(), total: z.number() })
    .optional()
    .describe('bytes of a download, as far as they are known'),
  started_at: time.optional(),
  completed_at: time.optional(),
})

const status = z.looseObject({
  sandbox_id: z.string(),
  state: z.enum(['pending', 'running', 'stopped', 'archiving', 'archived', 'deleted']),
  is_alive: z.boolean(),
  image: z.string(),
  stand_in: z.string().optional().describe('the image that runs in place of the one asked for'),
  platform: z.string().optional().describe('what its programs are for, where that was asked for'),
  name: z.string().optional(),
  notes: z.string().optional(),
  paused: z.boolean().optional(),
  commits: z.enum(['here', 'registry', 'none']).optional(),
  pushes: z.enum(PUSHERS).optional().describe('who can push a commit to a registry, by its name and a login'),
  status: z.record(z.string(), phase),
  cpus: z.number(),
  memory: z.string(),
  disk: z.string(),
  network: z.string().optional(),
  create_time: time,
  start_time: time.optional(),
  stop_time: time.optional(),
  auto_stop_time: time.optional(),
  auto_delete_time: time.optional(),
  state_history: z.array(
    z.object({ from_state: z.string(), to_state: z.string(), event: z.string(), timestamp: time }),
  ),
  runtime: z.string(),
  isolated: z.boolean(),
  idle_minutes: z.number(),
  jobs_until: time.optional(),
  notices: z.array(z.string()),
})

const statistics = z.looseObject({
  cpu: z.number().describe('percent of what was granted'),
  mem: z.number(),
  disk: z.number(),
  net: z.number().describe('bytes received and sent since the start'),
  processes: z.number(),
  out_of_memory: z.number(),
})

const executed = z.object({ stdout: z.string(), stderr: z.string(), exit_code: z.int() })

const observation = z.looseObject({
  session_type: z.literal('bash'),
  output: z.string(),
  exit_code: z.int().optional().describe('left out with check "ignore"'),
  failure_reason: z.string(),
  expect_string: z.string(),
  cwd: z.string().optional().describe('with raw'),
})

const commit = z.looseObject({
  sandbox_id: z.string(),
  image_tag: z.string(),
  phase: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED']),
  started_at: time,
})

const sentence = z.string()
const none = z.null()
const sandbox = { sandbox_id: 'demo' }
const shell = { ...sandbox, session: 'main' }

/** By method and path, in an order in which the examples work. */
export const answers: Readonly<Record<string, Described>> = {
  'post /start': {
    result: started,
    example: { image: 'local', sandbox_id: 'demo', resources: { cpu: '1', memory: '512m' }, name: 'my demo' },
  },
  'post /start_async': { result: started, example: { image: 'local', sandbox_id: 'demo-2', memory: '256m' } },
  'get /is_alive': { result: z.object({ is_alive: z.boolean(), message: z.string() }), example: sandbox },
  'get /get_status': {
    result: status,
    example: { ...sandbox, include_all_states: true, refresh_timeout: false },
  },
  'get /sandboxes': {
    result: z.object({ items: z.array(status), total: z.int(), has_more: z.boolean() }),
    example: { page: 1, page_size: 50, state: 'running' },
  },
  'post /sandboxes/batch': {
    result: z.object({ statuses: z.array(status) }),
    example: { sandbox_ids: ['demo', 'demo-2'] },
  },
  'get /get_sandbox_statistics': { result: statistics, example: sandbox },
  'get /get_statistics': { result: statistics, example: sandbox },
  'get /usage_history': { example: sandbox },
  'get /ports': { example: sandbox },
  'get /connections': { example: sandbox },
  'get /all_sandboxes': { example: {} },
  'get /get_token': { result: none, example: {} },
  'get /sandboxes/{id}/mount-infos': { result: z.array(z.unknown()) },
  'post /execute': { result: executed, example: { ...sandbox, command: ['uname', '-s'] } },
  'post /create_session': {
    result: z.object({ output: z.string(), session_type: z.literal('bash') }),
    example: { ...shell, cwd: '/tmp' },
  },
  'post /run_in_session': {
    result: observation,
    example: { ...shell, command: 'echo $((6 * 7))', check: 'silent', timeout: 60 },
  },
  'get /sessions': {
    result: z.object({
      sessions: z.array(
        z.object({ session: z.string(), created: time, busy: z.boolean(), ended: z.boolean() }),
      ),
    }),
    example: sandbox,
  },
  'get /follow_session': { result: followedSchema, example: { ...shell, from: 0, wait: false } },
  'post /write_session': { result: z.object({ written: z.boolean() }) },
  'post /interrupt_session': {
    result: z.object({ delivered: z.boolean() }),
    example: { ...shell, signal: 'INT' },
  },
  'post /resize_session': {
    result: z.object({ rows: z.int(), cols: z.int() }),
    example: { ...shell, rows: 40, cols: 120 },
  },
  'post /close_session': { result: z.object({ session_type: z.literal('bash') }), example: shell },
  'post /write_file': {
    result: z.object({ success: z.boolean(), message: z.string() }),
    example: { ...sandbox, path: '/tmp/hello.txt', content: 'hello\n' },
  },
  'post /read_file': {
    result: z.object({ content: z.string() }),
    example: { ...sandbox, path: '/tmp/hello.txt' },
  },
  'get /list_folder': { example: { ...sandbox, path: '/tmp' } },
  'get /read_part': { example: { ...sandbox, path: '/tmp/hello.txt', offset: 1, length: 3 } },
  'post /set_network': { example: { ...sandbox, network: 'none' } },
  'post /commit': {
    result: commit,
    example: { ...sandbox, image_tag: 'demo:1', username: '', password: '' },
  },
  'get /commit/{id}': { result: commit },
  'get /images': {
    result: z.object({
      images: z.array(z.looseObject({ reference: z.string(), origin: z.string() })),
      pulls: z.boolean(),
    }),
    example: {},
  },
  'post /images/delete': { result: sentence },
  'post /warmup/tasks': { result: none, example: { image: 'local' } },
  'post /pause': { example: sandbox },
  'post /resume': { example: sandbox },
  'post /stop': { result: sentence, example: sandbox },
  'post /restart': { result: started, example: sandbox },
  'post /sandboxes/{id}/restart': { result: started },
  'post /sandboxes/{id}/archive': { result: sentence },
  'post /delete': { result: sentence },
}

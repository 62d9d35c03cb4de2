import { z } from 'zod'
import { pluginProblem } from '../../gem/rest.ts'
import { modelEndpointSchema } from '../../environments/agent.ts'
import { modelCallSchema } from '../../environments/model-call.ts'
import { playSchema } from '../../environments/play.ts'
import { event, procedure } from '../procedure.ts'

const tab = z.object({ tab: z.string() })
const eventId = z.number().int().nonnegative()

/** Where to act: an event, and the latest event of the episode that this window had seen. */
const place = tab.extend({ from: eventId, seen: eventId })

const done = z.object({ done: z.boolean() })

/**
 * Environments run in the core: each tab has one driver, and all windows act through its queue. Failures are
 * reported to every window with `changed`; an action based on an outdated turn is refused with
 * `EPISODE_MOVED`.
 */
export const environments = {
  /** The platform's catalogue, else its list of ids, else nothing; and plug-ins that failed to load. */
  catalogue: procedure({
    input: z.object({ platform: z.string() }),
    output: z.object({
      kind: z.enum(['catalogue', 'ids', 'none']),
      entries: z.array(z.unknown()),
      problems: z.array(pluginProblem),
    }),
  }),
  /** State of each tab's environment. */
  list: procedure({ input: z.object({}), output: z.record(z.string(), playSchema) }),
  changed: event(tab.extend({ play: playSchema.nullable() })),

  /** Creates an environment in a new tab and resets it; a seed is pinned. Takes up to 300 s. */
  open: procedure({
    input: z.object({
      platform: z.string(),
      envId: z.string().trim().min(1),
      seed: z.number().int().optional(),
      autoBox: z.boolean().default(true),
    }),
    output: tab,
  }),
  /** Shows a stored episode in a new tab, or in the one that already shows it. */
  show: procedure({ input: z.object({ episode: z.string(), platform: z.string() }), output: tab }),
  /** Starts a new episode; the previous one stays in the library. */
  reset: procedure({ input: tab, output: done }),
  /**
   * Sends an action from an event. If the environment is at another event, it is first moved there, comparing
   * every answer.
   */
  act: procedure({
    input: place.extend({
      action: z.string(),
      /** What the tab's field contains, which leaves the field with the action. */
      draft: z.string().optional(),
    }),
    output: z.object({ event: eventId.nullable() }),
  }),
  /** Moves the environment to an event by reset and replay. */
  restore: procedure({ input: tab.extend({ event: eventId }), output: done }),
  /** Replays a complete branch from its reset, comparing every answer. */
  replay: procedure({ input: tab.extend({ event: eventId }), output: done }),
  /** Continues a replay after a difference, without comparing. */
  replayRest: procedure({ input: tab, output: done }),
  /** Cancels the tab's pending operation. */
  cancel: procedure({ input: tab, output: z.null() }),
  /** Dismisses a message. */
  dismiss: procedure({
    input: tab.extend({ what: z.enum(['failure', 'agreed', 'divergence', 'proposal']) }),
    output: z.null(),
  }),
  /** Ends the environment on its platform; the episode is kept. */
  end: procedure({ input: tab, output: done }),
  /** Ends the environment and closes the tab; `done` is false the first time the platform refuses. */
  close: procedure({ input: tab, output: done }),

  /** Asks the tab's agent for an action at an event. */
  propose: procedure({ input: place, output: done }),
  /** Sends the proposed action. */
  accept: procedure({ input: tab, output: done }),
  /** Lets the tab's agent play until the end, a pause, a failure, or it has nothing to propose. */
  play: procedure({ input: place.extend({ anyway: z.boolean().default(false) }), output: z.null() }),
  pause: procedure({ input: tab, output: z.null() }),
  /**
   * Tests an endpoint, which need not be saved yet, with a short request; without a key, uses its configured
   * one. @throws the same errors as its agent
   */
  tryEndpoint: procedure({
    input: z.object({ endpoint: modelEndpointSchema, key: z.string().min(1).optional() }),
    output: modelCallSchema,
  }),
  /** Provides an endpoint's key for this run; never stored, and never returned to a page. */
  giveKey: procedure({
    input: z.object({ endpoint: z.string(), key: z.string().min(1) }),
    output: z.null(),
  }),
}

import { z } from 'zod'
import { pluginProblem } from '../../gem/rest.ts'
import { modelEndpointSchema } from '../../environments/agent.ts'
import { modelCallSchema } from '../../environments/model-call.ts'
import { playSchema } from '../../environments/play.ts'
import { event, procedure } from '../procedure.ts'

const tab = z.object({ tab: z.string() })
const eventId = z.number().int().nonnegative()

/** Where to act from: an event, and the one that this window took for the episode's last when it was asked. */
const place = tab.extend({ from: eventId, seen: eventId })

const done = z.object({ done: z.boolean() })

/**
 * Environments live in the core: each tab has one driver, and every window acts through its queue. What fails is told to every window
 * with `changed`; an action that was meant for another turn than the present one is refused with `EPISODE_MOVED`.
 */
export const environments = {
  /** The platform's catalogue where it has one, else its list of ids, else nothing; and plug-ins that could not be loaded. */
  catalogue: procedure({
    input: z.object({ platform: z.string() }),
    output: z.object({
      kind: z.enum(['catalogue', 'ids', 'none']),
      entries: z.array(z.unknown()),
      problems: z.array(pluginProblem),
    }),
  }),
  /** How each tab's environment is. */
  list: procedure({ input: z.object({}), output: z.record(z.string(), playSchema) }),
  changed: event(tab.extend({ play: playSchema.nullable() })),

  /** Makes an environment in a new tab and resets it; a seed is pinned. Up to 300 s. */
  open: procedure({
    input: z.object({
      platform: z.string(),
      envId: z.string().trim().min(1),
      seed: z.number().int().optional(),
      autoBox: z.boolean().default(true),
    }),
    output: tab,
  }),
  /** Shows a kept episode in a tab of its own, or in the one that has it. */
  show: procedure({ input: z.object({ episode: z.string(), platform: z.string() }), output: tab }),
  /** Begins a new episode; the one before stays in the library. */
  reset: procedure({ input: tab, output: done }),
  /** Sends an action from an event. Where the environment stands elsewhere, it is led there first, and every answer compared. */
  act: procedure({
    input: place.extend({ action: z.string() }),
    output: z.object({ event: eventId.nullable() }),
  }),
  /** Leads the environment to an event by reset and replay. */
  restore: procedure({ input: tab.extend({ event: eventId }), output: done }),
  /** Replays a whole line from its reset, and compares. */
  replay: procedure({ input: tab.extend({ event: eventId }), output: done }),
  /** After a difference: sends the recorded actions that are left, whatever they lead to now. */
  replayRest: procedure({ input: tab, output: done }),
  /** Stops what the tab is waiting for. */
  cancel: procedure({ input: tab, output: z.null() }),
  /** Takes a message away that was read. */
  dismiss: procedure({
    input: tab.extend({ what: z.enum(['failure', 'agreed', 'divergence', 'proposal']) }),
    output: z.null(),
  }),
  /** Ends the environment on its platform; the episode stays. */
  end: procedure({ input: tab, output: done }),
  /** Ends the environment and closes the tab; `done` is false where the platform refused, once. */
  close: procedure({ input: tab, output: done }),

  /** Asks the tab's agent what it would do at an event. */
  propose: procedure({ input: place, output: done }),
  /** Sends what was proposed. */
  accept: procedure({ input: tab, output: done }),
  /** Lets the tab's agent play on until the end, a pause, a failure, or nothing more to propose. */
  play: procedure({ input: place.extend({ anyway: z.boolean().default(false) }), output: z.null() }),
  pause: procedure({ input: tab, output: z.null() }),
  /** Asks an endpoint that may not be kept yet for a word; without a key, with the one that it says. @throws as its agent would */
  tryEndpoint: procedure({
    input: z.object({ endpoint: modelEndpointSchema, key: z.string().min(1).optional() }),
    output: modelCallSchema,
  }),
  /** Gives an endpoint its key until Orrery ends; it is written nowhere, and no page gets it back. */
  giveKey: procedure({
    input: z.object({ endpoint: z.string(), key: z.string().min(1) }),
    output: z.null(),
  }),
}

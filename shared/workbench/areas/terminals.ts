import { z } from 'zod'
import { blockSchema, filterSchema, outputSchema } from '../../terminals/block.ts'
import {
  jobSchema,
  queuedLineSchema,
  tabsSchema,
  terminalSchema,
  terminalWithBlocksSchema,
} from '../../terminals/terminal.ts'
import { event, procedure } from '../procedure.ts'

const terminal = z.object({ id: z.string() })
const job = z.object({ job: z.string() })
const direction = z.enum(['horizontal', 'vertical'])

/** Screen updates of a terminal, in order. */
const feedSchema = z.discriminatedUnion('kind', [
  /** A command begins, or is redisplayed. */
  z.object({ kind: z.literal('begin'), block: blockSchema }),
  z.object({ kind: z.literal('output'), text: z.string() }),
  /** Output that has been evicted, or is beyond the scrollback. */
  z.object({ kind: z.literal('gap'), characters: z.number() }),
  z.object({ kind: z.literal('end'), block: blockSchema }),
  /** Clears the screen: the first event, and after a queued line was cancelled. */
  z.object({ kind: z.literal('reset') }),
])
export type FeedEvent = z.infer<typeof feedSchema>

/** State changes. Each contains the complete new state, so that duplicates are harmless. */
const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('terminal'), terminal: terminalSchema }),
  z.object({ kind: z.literal('block'), id: z.string(), block: blockSchema }),
  /** Removed blocks: too old, or of a line that was never run. */
  z.object({ kind: z.literal('dropped'), id: z.string(), numbers: z.array(z.number()) }),
  z.object({ kind: z.literal('closed'), id: z.string() }),
  z.object({ kind: z.literal('tabs'), tabs: tabsSchema }),
  z.object({ kind: z.literal('jobs'), jobs: z.array(jobSchema).readonly() }),
])
export type TerminalsChange = z.infer<typeof changeSchema>

const completionSchema = z.object({
  /** The range of the line that a completion replaces. */
  from: z.number().int(),
  to: z.number().int(),
  kind: z.enum(['command', 'path', 'variable']),
  choices: z.array(z.string()).readonly(),
  /** Number of completions beyond those listed. */
  more: z.number(),
})
export type Completion = z.infer<typeof completionSchema>

/**
 * Terminals run in the core: one queue, numbering and output each, shared by all windows. Running commands
 * continue without a window; queued lines are held until there is one.
 */
export const terminals = {
  /** Everything but output; `changed` reports updates. */
  list: procedure({
    input: z.object({}),
    output: z.object({
      terminals: z.array(terminalWithBlocksSchema),
      tabs: tabsSchema,
      /** The last selected tab, by `platform/sandbox`. */
      activeTabs: z.record(z.string(), z.string()),
      jobs: z.array(jobSchema).readonly(),
    }),
  }),
  changed: event(changeSchema),

  /** Adds a terminal in a new tab, or as a pane of an existing one; opens its session immediately. */
  open: procedure({
    input: z.object({
      platform: z.string(),
      sandboxId: z.string().min(1),
      name: z.string().optional(),
      env: z.record(z.string(), z.string()).optional(),
      remoteUser: z.string().optional(),
      plain: z.boolean().optional(),
      cwd: z.string().optional(),
      beside: z.object({ tab: z.string(), direction, pane: z.string().optional() }).optional(),
      /** Only if the sandbox has no tab yet; otherwise returns the first tab's terminal. */
      first: z.boolean().optional(),
    }),
    output: z.object({ id: z.string(), tab: z.string() }),
  }),
  /** Reopens the session; with `anew`, first ends whatever occupies its name. */
  reopen: procedure({ input: terminal.extend({ anew: z.boolean().optional() }), output: z.null() }),
  /** Closes a terminal permanently: its session and its stored data. */
  close: procedure({ input: terminal, output: z.null() }),
  change: procedure({
    input: terminal.extend({
      name: z.string().trim().min(1).optional(),
      plain: z.boolean().optional(),
      draft: z.string().optional(),
    }),
    output: z.null(),
  }),
  /** The tab shown in a window, which the next window starts with. */
  showTab: procedure({ input: z.object({ place: z.string(), tab: z.string() }), output: z.null() }),
  /** Moves the running command and its session to the background; a new session takes over its pane and its queue. */
  detach: procedure({ input: terminal, output: z.object({ id: z.string() }).nullable() }),
  /** Opens a tab for a terminal in the background. */
  reattach: procedure({ input: terminal, output: z.object({ tab: z.string() }) }),

  /** Queues a line. Idempotent; acknowledged once the line would survive a restart of the workbench. */
  submit: procedure({ input: terminal.extend({ line: queuedLineSchema }), output: z.null() }),
  /** Cancels a queued line, unless it has been sent already. */
  cancel: procedure({ input: terminal.extend({ line: z.string() }), output: z.null() }),
  /** Gives a queued line to the running program as its input; while none runs, the line stays queued. */
  answer: procedure({ input: terminal.extend({ line: z.string() }), output: z.null() }),
  /** Ctrl+C: interrupts the foreground job; a second one shortly after kills it. Null when nothing runs. */
  interrupt: procedure({ input: terminal, output: z.enum(['INT', 'KILL']).nullable() }),
  /** Input for the program that reads the terminal. */
  input: procedure({ input: terminal.extend({ data: z.string() }), output: z.null() }),
  /** Sets the size from the focused window; other windows count only while none has the focus. */
  resize: procedure({
    input: terminal.extend({
      rows: z.number().int().positive(),
      cols: z.number().int().positive(),
      focused: z.boolean(),
      /** Answer to programs that query the colours, as `#rrggbb`. */
      colours: z.object({ foreground: z.string(), background: z.string() }).optional(),
    }),
    output: z.null(),
  }),

  /** Marks blocks; without numbers, all of them. */
  mark: procedure({
    input: terminal.extend({
      numbers: z.array(z.number()).optional(),
      bookmarked: z.boolean().optional(),
      collapsed: z.boolean().optional(),
    }),
    output: z.null(),
  }),
  /** Streams a terminal's screen, starting with the stored blocks, until cancelled. */
  follow: procedure({
    input: terminal.extend({ filter: filterSchema }),
    output: z.null(),
    progress: feedSchema,
  }),
  /** Returns the numbers of blocks that match a filter; its text is searched in commands and outputs. */
  find: procedure({ input: terminal.extend({ filter: filterSchema }), output: z.array(z.number()) }),
  output: procedure({ input: terminal.extend({ number: z.number() }), output: outputSchema }),
  complete: procedure({
    input: terminal.extend({ text: z.string(), cursor: z.number().int().nonnegative() }),
    output: completionSchema,
  }),

  /** Runs a command in the background of a session; it survives the session. */
  startJob: procedure({
    input: terminal.extend({ command: z.string() }),
    output: z.object({ job: z.string() }),
  }),
  /** Returns the end of a job's output. */
  jobOutput: procedure({ input: job, output: z.object({ text: z.string() }) }),
  endJob: procedure({ input: job, output: z.null() }),
  removeJob: procedure({ input: job, output: z.null() }),
}

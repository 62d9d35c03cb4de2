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

/** What a screen shows, in the order in which it is written to it. */
const feedSchema = z.discriminatedUnion('kind', [
  /** A command begins, or began some time ago and is laid out again. */
  z.object({ kind: z.literal('begin'), block: blockSchema }),
  z.object({ kind: z.literal('output'), text: z.string() }),
  /** Output that is not kept any more, or too far back to be shown. */
  z.object({ kind: z.literal('gap'), characters: z.number() }),
  z.object({ kind: z.literal('end'), block: blockSchema }),
  /** Everything so far is void: the first event, and what comes when a line was taken back. */
  z.object({ kind: z.literal('reset') }),
])
export type FeedEvent = z.infer<typeof feedSchema>

/** What became another one. Each part is sent whole, so that sending it twice does no harm. */
const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('terminal'), terminal: terminalSchema }),
  z.object({ kind: z.literal('block'), id: z.string(), block: blockSchema }),
  /** Blocks that are gone: too old, or of a line that was never run. */
  z.object({ kind: z.literal('dropped'), id: z.string(), numbers: z.array(z.number()) }),
  z.object({ kind: z.literal('closed'), id: z.string() }),
  z.object({ kind: z.literal('tabs'), tabs: tabsSchema }),
  z.object({ kind: z.literal('jobs'), jobs: z.array(jobSchema).readonly() }),
])
export type TerminalsChange = z.infer<typeof changeSchema>

const completionSchema = z.object({
  /** The range of the line that a choice replaces. */
  from: z.number().int(),
  to: z.number().int(),
  kind: z.enum(['command', 'path', 'variable']),
  choices: z.array(z.string()).readonly(),
  /** Choices that exist beyond those listed. */
  more: z.number(),
})
export type Completion = z.infer<typeof completionSchema>

/**
 * Terminals live in the core: one queue, one numbering, one output each, however many windows show them. What runs goes on without a
 * window; lines that wait are held until there is one.
 */
export const terminals = {
  /** Everything but outputs; `changed` tells of what comes. */
  list: procedure({
    input: z.object({}),
    output: z.object({
      terminals: z.array(terminalWithBlocksSchema),
      tabs: tabsSchema,
      /** The tab that was chosen last, by `platform/sandbox`. */
      activeTabs: z.record(z.string(), z.string()),
      jobs: z.array(jobSchema).readonly(),
    }),
  }),
  changed: event(changeSchema),

  /** Adds a terminal in a tab of its own, or beside the panes of a tab; its session opens at once. */
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
      /** Only where the sandbox has no tab yet; otherwise the answer is the first one's terminal. */
      first: z.boolean().optional(),
    }),
    output: z.object({ id: z.string(), tab: z.string() }),
  }),
  /** Opens the session again; with `anew`, after ending what still occupies its name. */
  reopen: procedure({ input: terminal.extend({ anew: z.boolean().optional() }), output: z.null() }),
  /** Closes a terminal for good: its session, and what was kept of it. */
  close: procedure({ input: terminal, output: z.null() }),
  change: procedure({
    input: terminal.extend({
      name: z.string().trim().min(1).optional(),
      plain: z.boolean().optional(),
      draft: z.string().optional(),
    }),
    output: z.null(),
  }),
  /** The tab that a window shows now: where the next one begins. */
  showTab: procedure({ input: z.object({ place: z.string(), tab: z.string() }), output: z.null() }),
  /** What runs goes on in the background with its session; a new one takes its pane, and the lines that wait. */
  detach: procedure({ input: terminal, output: z.object({ id: z.string() }).nullable() }),
  /** Gives a terminal that runs in the background a tab of its own. */
  reattach: procedure({ input: terminal, output: z.object({ tab: z.string() }) }),

  /** Sends a line after those that wait, once however often it is asked for; acknowledged when it survives the end of the workbench. */
  submit: procedure({ input: terminal.extend({ line: queuedLineSchema }), output: z.null() }),
  /** Takes back a line that waits. One that is sent already stays. */
  cancel: procedure({ input: terminal.extend({ line: z.string() }), output: z.null() }),
  /** Ctrl+C: interrupts the foreground job; shortly after another one, kills it. Null when nothing runs. */
  interrupt: procedure({ input: terminal, output: z.enum(['INT', 'KILL']).nullable() }),
  /** Text for the program that reads the terminal. */
  input: procedure({ input: terminal.extend({ data: z.string() }), output: z.null() }),
  /** The size follows the window that has the focus; another one's counts only while there is none. */
  resize: procedure({
    input: terminal.extend({
      rows: z.number().int().positive(),
      cols: z.number().int().positive(),
      focused: z.boolean(),
      /** What programs are told that ask, as `#rrggbb`. */
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
  /** Runs until it is cancelled: what the screen of a terminal shows, from the blocks that are kept on. */
  follow: procedure({
    input: terminal.extend({ filter: filterSchema }),
    output: z.null(),
    progress: feedSchema,
  }),
  /** Numbers of the blocks that a filter lets through; its text is looked for in commands and outputs. */
  find: procedure({ input: terminal.extend({ filter: filterSchema }), output: z.array(z.number()) }),
  output: procedure({ input: terminal.extend({ number: z.number() }), output: outputSchema }),
  complete: procedure({
    input: terminal.extend({ text: z.string(), cursor: z.number().int().nonnegative() }),
    output: completionSchema,
  }),

  /** Runs a command in the background of a session: it lives on when the session does not. */
  startJob: procedure({
    input: terminal.extend({ command: z.string() }),
    output: z.object({ job: z.string() }),
  }),
  /** The end of what a job printed. */
  jobOutput: procedure({ input: job, output: z.object({ text: z.string() }) }),
  endJob: procedure({ input: job, output: z.null() }),
  removeJob: procedure({ input: job, output: z.null() }),
}

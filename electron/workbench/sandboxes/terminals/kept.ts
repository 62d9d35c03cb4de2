import { z } from 'zod'
import { defineDocument } from '#shared/documents/define.ts'
import { type Job, jobSchema, tabsSchema } from '#shared/terminals/terminal.ts'
import type { Logs } from '../../documents/logs.ts'
import type { TerminalLogs } from './terminal-log.ts'
import type { Layout } from './terminals.ts'

const LOGS = 'terminals'

/** The tabs of all sandboxes' terminals, and which of them was chosen last. */
export const layoutDocument = defineDocument<Layout>({
  collection: 'terminal-layout',
  id: 'tabs',
  schema: z.object({ tabs: tabsSchema, activeTab: z.record(z.string(), z.string()) }),
  initial: { tabs: {}, activeTab: {} },
})

/** Commands that run, or ran, in the background of sessions. */
export const jobsDocument = defineDocument<readonly Job[]>({
  collection: 'terminal-layout',
  id: 'jobs',
  schema: z.array(jobSchema).readonly(),
  initial: [],
})

/** The log of each terminal. */
export const terminalLogs = (logs: Logs): TerminalLogs => ({
  ids: () => logs.ids(LOGS),
  read: async (id) =>
    (await logs.read({ collection: LOGS, id }, { limit: Infinity })).map(({ value }) => value).reverse(),
  append: async (id, entry) => void (await logs.append({ collection: LOGS, id }, entry)),
  replace: (id, entries) => logs.replace({ collection: LOGS, id }, entries),
  remove: (id) => logs.remove({ collection: LOGS, id }),
})

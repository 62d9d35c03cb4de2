import type { AreaHandlers } from '#shared/workbench/contract.ts'
import type { Platforms } from '../platforms.ts'
import type { Sessions } from '../sessions.ts'
import { complete } from './completion.ts'
import type { Jobs } from './jobs.ts'
import type { Terminals } from './terminals.ts'

interface Parts {
  readonly terminals: Terminals
  readonly jobs: Jobs
  readonly sessions: Sessions
  readonly platforms: Platforms
}

/** The page's calls to terminals. */
export function terminalCalls({ terminals, jobs, sessions, platforms }: Parts): AreaHandlers<'terminals'> {
  return {
    list: () => {
      const { tabs, activeTab } = terminals.layout
      const all = terminals.all.map(({ info, record }) => ({ ...info, blocks: record.blocks }))
      return { terminals: all, tabs, activeTabs: { ...activeTab }, jobs: jobs.all }
    },
    open: (options) => terminals.open(options),
    async reopen({ id, anew }) {
      const terminal = terminals.find(id)
      if (anew) await terminal.disconnect()
      await terminal.connect()
      return null
    },
    async close({ id }) {
      await terminals.close(id)
      return null
    },
    async change({ id, ...change }) {
      await terminals.find(id).change(change)
      return null
    },
    showTab({ place, tab }) {
      terminals.showTab(place, tab)
      return null
    },
    detach: ({ id }) => terminals.detach(id),
    reattach: ({ id }) => terminals.reattach(id),
    async submit({ id, line }) {
      await terminals.find(id).submit(line)
      return null
    },
    async cancel({ id, line }) {
      await terminals.find(id).cancel(line)
      return null
    },
    interrupt: ({ id }) => terminals.find(id).interrupt(),
    async input({ id, data }) {
      await terminals.find(id).input(data)
      return null
    },
    async resize({ id, cols, rows, focused, colours }) {
      await terminals.find(id).resize({ cols, rows }, focused, colours)
      return null
    },
    async mark({ id, numbers, ...marks }) {
      await terminals.find(id).mark(numbers, marks)
      return null
    },
    async follow({ id, filter }, { signal, report }) {
      const terminal = terminals.find(id)
      terminals.watch(terminal, signal)
      jobs.look()
      await terminals.follow(terminal, filter, signal, report)
      return null
    },
    find: ({ id, filter }) => terminals.find(id).record.find(filter),
    output: ({ id, number }) => terminals.find(id).record.output(number),
    complete({ id, text, cursor }, { signal }) {
      const { record, status } = terminals.find(id)
      const { terminal } = record
      const { platform, sandboxId, cwd, home } = terminal
      const ask = async (command: string, seconds: number): Promise<string> => {
        let answer = ''
        await sessions.run(terminal, { command, plain: true, seconds }, (chunk) => (answer += chunk))
        return answer
      }
      const source = {
        home,
        inSession: status === 'ready' ? ask : undefined,
        execute: (argv: readonly string[], seconds: number) =>
          platforms.use(
            platform,
            signal,
            async (client) => (await client.execute(sandboxId, argv, { cwd, seconds, signal })).stdout,
          ),
      }
      return complete(source, text, cursor)
    },
    startJob: async ({ id, command }) => ({
      job: (await jobs.start(terminals.find(id).record.terminal, command)).id,
    }),
    jobOutput: async ({ job }) => ({ text: await jobs.output(job) }),
    async endJob({ job }) {
      await jobs.end(job)
      return null
    },
    async removeJob({ job }) {
      await jobs.remove(job)
      return null
    },
  }
}

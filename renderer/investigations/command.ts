import { create } from 'zustand'
import { type Cell, clean, MAX_OUTPUT_CHARACTERS, type Result } from '#shared/investigations/cell.ts'
import { plainText } from '#shared/terminals/ansi.ts'
import { type Block, wholeOutput } from '#shared/terminals/block.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import type { TerminalsChange } from '#shared/workbench/areas/terminals.ts'
import { useWorkbench, workbench } from '../app/workbench.ts'
import { text as say } from '../i18n/text.ts'
import { changeCell, investigationOf, trustInvestigation, useTrusted } from './store.ts'

/** The confirmation before a command runs. */
export interface Confirmation {
  readonly command: string
  /** Running sandboxes by place. */
  readonly sandboxes: readonly { readonly place: string; readonly name: string }[]
  readonly place: string | undefined
  /** The file came from elsewhere: its commands need confirmation. */
  readonly isForeign: boolean
  answer(answer: { readonly place: string; readonly trust: boolean } | undefined): void
}

export const useConfirmation = create<{ readonly confirmation: Confirmation | undefined }>(() => ({
  confirmation: undefined,
}))

interface Run {
  readonly investigation: string
  readonly cell: Cell
  readonly signal: AbortSignal
}

/** This window's terminals by sandbox: an investigation continues in the terminal of its last command. */
const terminals = new Map<string, string>()

async function runningSandboxes(): Promise<readonly SandboxInfo[]> {
  const platforms = useWorkbench.getState().connections.filter(({ kind }) => kind === 'platform')
  const lists = await Promise.all(
    platforms.map(({ id }) => workbench.call('sandboxes.list', { platform: id }).catch(() => [])),
  )
  return lists.flat().filter(({ kind, isAlive }) => kind === 'sandbox' && isAlive)
}

/**
 * The sandbox for a command: where it ran last, if that still runs; otherwise, or for a foreign file, the
 * user chooses.
 */
async function placeFor({ investigation, cell, signal }: Run): Promise<string | undefined> {
  const isForeign = useTrusted.getState()?.has(investigation) !== true
  const sandboxes = (await runningSandboxes()).map((one) => ({
    place: placeOf(one),
    name: one.name ?? one.sandboxId,
  }))
  const last = sandboxes.find(({ place }) => place === cell.sandbox)?.place
  if (last !== undefined && !isForeign) return last
  const answer = await new Promise<{ place: string; trust: boolean } | undefined>((resolve) => {
    const done: Confirmation['answer'] = (given) => {
      useConfirmation.setState({ confirmation: undefined })
      resolve(given)
    }
    signal.addEventListener('abort', () => done(undefined), { once: true })
    const place = last ?? sandboxes[0]?.place
    useConfirmation.setState({
      confirmation: { command: cell.text, sandboxes, place, isForeign, answer: done },
    })
  })
  if (answer?.trust) trustInvestigation(investigation)
  return answer?.place
}

async function terminalIn(place: string, name: string): Promise<string> {
  const known = terminals.get(place)
  const open = await workbench.call('terminals.list', {})
  if (known !== undefined && open.terminals.some(({ id, status }) => id === known && status !== 'ended'))
    return known
  const [platform = '', ...rest] = place.split('/')
  const at = { platform, sandboxId: rest.join('/') }
  const { id } = await workbench.call('terminals.open', { ...at, name })
  terminals.set(place, id)
  return id
}

/** Resolves once a line's block has ended; a cancel withdraws the line, or interrupts it. */
function blockOf(id: string, line: string, signal: AbortSignal): Promise<Block> {
  return new Promise((resolve, reject) => {
    const onChange = (change: TerminalsChange): void => {
      if (
        change.kind === 'block' &&
        change.id === id &&
        change.block.line === line &&
        change.block.state !== 'running'
      )
        settle(() => resolve(change.block))
      if (change.kind === 'closed' && change.id === id)
        settle(() => reject(new Error(say('investigations.terminalClosed'))))
    }
    const onAbort = (): void => {
      void workbench.call('terminals.cancel', { id, line }).catch(() => undefined)
      void workbench.call('terminals.interrupt', { id }).catch(() => undefined)
      settle(() => reject(new DOMException('The command was cancelled.', 'AbortError')))
    }
    const stop = workbench.on('terminals.changed', onChange)
    function settle(finish: () => void): void {
      stop()
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

/** Runs a command in a sandbox, in a visible terminal. Undefined if the user declined. */
export async function runCommand(run: Run): Promise<Result | undefined> {
  const { investigation, cell, signal } = run
  const place = await placeFor(run)
  if (place === undefined) return undefined
  const id = await terminalIn(place, investigationOf(investigation).value?.title ?? '')
  const line = crypto.randomUUID().slice(0, 8)
  const over = blockOf(id, line, signal)
  over.catch(() => undefined)
  await workbench.call('terminals.submit', { id, line: { id: line, command: cell.text } })
  const { number, exitCode } = await over
  const output = await workbench.call('terminals.output', { id, number })
  const text = clean(plainText(wholeOutput(output, (count) => `\n… ${count} …\n`)))
  changeCell(investigation, cell.id, (now) => ({ ...now, sandbox: place }))
  return {
    kind: 'output',
    at: Date.now(),
    exitCode,
    text: text.slice(0, MAX_OUTPUT_CHARACTERS),
    ...(text.length > MAX_OUTPUT_CHARACTERS ? { total: text.length } : {}),
  }
}

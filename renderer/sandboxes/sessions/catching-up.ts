import { Turns } from '#shared/workbench/turns.ts'
import { workbench } from '../../app/workbench.ts'
import { TERMINALS } from './terminal-keep.ts'

/** What is being taken in of the other windows' writes, one after the other: a tab is of no use before its terminal. */
const taking = new Turns()

/** Takes something in after everything that came before; what fails is left out. */
export function takeInTurn(take: () => Promise<void>): void {
  taking.take(take).catch(() => undefined)
}

/** Resolves when everything was taken in that other windows wrote before this was called. */
export async function caughtUp(id: string): Promise<void> {
  // The workbench tells of a write before it answers anything that is asked later. One that is away tells of nothing.
  await workbench.call('store.read', { collection: TERMINALS, id }).catch(() => undefined)
  await taking.take(() => Promise.resolve())
}

import { useEffect, useState } from 'react'
import { runCommand, useCommandStore, type Command } from './commands.ts'
import type { Text } from '../i18n/text.ts'
import { benches, goTo } from './routes.ts'

/** How a bench makes its commands. */
export interface Maker {
  readonly bench: string
  make(t: Text): readonly Command[]
}

/** Milliseconds that a bench may take until its commands are there. */
const PATIENCE = 10_000

/** How every bench makes its commands; nothing until that is wanted and fetched. */
export function useMakers(wanted: boolean): readonly Maker[] | undefined {
  const [makers, setMakers] = useState<readonly Maker[]>()
  useEffect(() => {
    if (!wanted) return
    let here = true
    const fetched = benches.flatMap(({ id, commands }) =>
      commands ? [commands().then((make) => ({ bench: id, make }))] : [],
    )
    void Promise.allSettled(fetched).then((results) => {
      // What could not be fetched joins when its bench is opened, where that is said.
      const loaded = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      if (here) setMakers(loaded)
    })
    return () => {
      here = false
    }
  }, [wanted])
  return makers
}

/** A command of a bench that was not opened yet: it opens the bench first, which then knows whether it can be run. */
export const afterOpening = (bench: string, { id, title, group, keys }: Command): Command => ({
  id,
  title,
  group,
  ...(keys === undefined ? {} : { keys }),
  bench,
  run: async () => {
    goTo(bench)
    if (await isRegistered(id)) await runCommand(id)
  },
})

function isRegistered(id: string): Promise<boolean> {
  const isThere = (): boolean => useCommandStore.getState().commands.has(id)
  if (isThere()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = (found: boolean): void => {
      clearTimeout(timer)
      stop()
      resolve(found)
    }
    const timer = setTimeout(() => end(false), PATIENCE)
    const stop = useCommandStore.subscribe(() => {
      if (isThere()) end(true)
    })
  })
}

import { useEffect, useState } from 'react'
import type { LogLine } from '#shared/workbench/areas/connections.ts'
import { workbench } from './workbench.ts'

/** Lines that are kept in the page; the core keeps the same number. */
const KEPT = 2000

/** The log of a connection, from its beginning and as it grows. */
export function useConnectionLog(id: string): readonly LogLine[] {
  const [lines, setLines] = useState<readonly LogLine[]>([])
  useEffect(() => {
    let current = true
    void workbench.call('connections.log', { id }).then((all) => {
      if (current) setLines(all)
    })
    const forget = workbench.on('connections.logged', (logged) => {
      if (logged.id === id) setLines((before) => [...before, ...logged.lines].slice(-KEPT))
    })
    return () => {
      current = false
      forget()
    }
  }, [id])
  return lines
}

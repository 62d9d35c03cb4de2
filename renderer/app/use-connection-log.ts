import { useEffect, useState } from 'react'
import type { LogLine } from '#shared/workbench/areas/connections.ts'
import { workbench } from './workbench.ts'

/** Log lines held in the page; the core keeps the same number. */
const MAX_LINES = 2000

/** Returns a connection's log from its beginning, with updates. */
export function useConnectionLog(id: string): readonly LogLine[] {
  const [lines, setLines] = useState<readonly LogLine[]>([])
  useEffect(() => {
    let current = true
    void workbench.call('connections.log', { id }).then((all) => {
      if (current) setLines(all)
    })
    const forget = workbench.on('connections.logged', (logged) => {
      if (logged.id === id) setLines((before) => [...before, ...logged.lines].slice(-MAX_LINES))
    })
    return () => {
      current = false
      forget()
    }
  }, [id])
  return lines
}

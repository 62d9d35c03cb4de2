import { useMemo, useState } from 'react'
import type { Episode } from '#shared/environments/episode.ts'
import { act } from '../session/play.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import { changeTab } from '../session/tabs.ts'
import { insideOf, sentBefore } from '../parts/action-text.ts'

export type Draft = ReturnType<typeof useDraft>

/** The next action while it is being written: it can be sent, and earlier ones can be fetched back, newest first. */
export function useDraft(tab: EnvironmentTab, { events }: Episode, locked: boolean) {
  // How far back in what was sent; 0: the text is the person's own.
  const [back, setBack] = useState(0)
  const history = useMemo(() => sentBefore(events), [events])
  return {
    text: tab.draft,
    hasOlder: history.length > 0,
    hasNewer: back > 0,
    write: (draft: string): void => {
      setBack(0)
      void changeTab(tab.id, { draft })
    },
    recall: (by: 1 | -1): void => {
      const next = Math.max(0, Math.min(history.length, back + by))
      setBack(next)
      const action = next === 0 ? '' : (history[next - 1] ?? '')
      void changeTab(tab.id, { draft: tab.autoBox ? insideOf(action) : action })
    },
    send: async (text: string): Promise<void> => {
      if (locked || text === '') return
      setBack(0)
      if (await act(tab.id, text)) await changeTab(tab.id, { draft: '' })
    },
  }
}

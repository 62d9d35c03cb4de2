import { changeEpisode, episodeById } from '../episode/episodes-store.ts'
import { openEnvironment } from '../session/open.ts'
import { act } from '../session/play.ts'
import { environmentTab } from '../session/tabs-store.ts'
import type { Batch, BatchRow } from './batch.ts'

/** Opens one of a batch's episodes in a tab by playing it again. */
export async function openRow(batch: Batch, row: BatchRow): Promise<void> {
  const tabId = await openEnvironment(batch.platform, batch.envId, row.seed)
  const id = environmentTab(tabId)?.episode
  if (id === undefined || !episodeById(id)) return
  changeEpisode(id, (episode) => ({ ...episode, source: 'batch' }))
  for (const action of row.actions) if (!(await act(tabId, action, batch.agent))) return
}

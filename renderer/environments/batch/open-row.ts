import type { Batch, BatchRow } from '#shared/environments/batch.ts'
import { workbench } from '../../app/workbench.ts'
import { openEpisode } from '../session/play.ts'
import { selectTab } from '../session/tabs.ts'

/** Opens one of a batch's episodes as it was recorded; where an earlier version recorded none, what was sent is sent again. */
export async function openRow(
  { id, plan: { platform, envId } }: Batch,
  { agent, seed, actions = [] }: BatchRow,
): Promise<void> {
  const { episode } = await workbench.call('batches.open', { id, agent, seed })
  if (episode !== null) return openEpisode(platform, episode)
  const { tab } = await workbench.call('environments.open', { platform, envId, seed })
  selectTab(tab)
  for (const [turn, action] of actions.entries())
    await workbench.call('environments.act', { tab, action, from: turn, seen: turn })
}

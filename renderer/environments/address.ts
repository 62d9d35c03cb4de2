import type { Tab } from '#shared/environments/tab.ts'
import { workbench } from '../app/workbench.ts'
import { openAndPlay } from './agents/open-and-play.ts'
import { openBatch } from './batch/batch-list.tsx'
import { episodeById } from './episode/episodes.ts'
import { askForStep } from './recordings/requested-step.ts'
import { openRecordings } from './recordings/recordings.ts'
import { openEpisode } from './session/play.ts'
import { allTabs, openComparison, selectTab } from './session/tabs.ts'

/** A tab's address: an environment with its episode, a batch, a set of recordings, or two lines. */
export function placeOf(tab: Tab | undefined): (string | undefined)[] {
  switch (tab?.kind) {
    case 'environment':
      return [tab.envId, tab.episode]
    case 'batch':
      return ['batch', tab.batch]
    case 'recordings':
      return ['recordings', tab.recordings]
    case 'compare': {
      const { left, right } = tab
      return ['compare', left.episode, String(left.event), right.episode, String(right.event)]
    }
    case undefined:
      return [undefined]
  }
}

/** Shows what an address names: an existing tab, otherwise a new one. */
export function goTo(place: readonly string[], active: Tab | undefined, platform: string): void {
  const [what, id = '', ...rest] = place
  if (what === 'recordings') return goToStep(id, rest)
  const isAddressed = (tab: Tab | undefined): boolean => {
    const named = placeOf(tab)
    return place.every((part, i) => part === named[i])
  }
  if (what === undefined || isAddressed(active)) return
  const open = allTabs().find(isAddressed)
  if (open) selectTab(open.id)
  else if (what === 'batch') openBatch(id)
  else if (what === 'compare')
    openComparison(
      { episode: id, event: Number(rest[0]) || 0 },
      { episode: rest[1] ?? '', event: Number(rest[2]) || 0 },
    )
  else if (episodeById(id)) void openEpisode(platform, id)
  else void openAndPlay(platform, { environment: what })
}

/** Shows the step in `recordings/SET/EPISODE/EVENT`. */
function goToStep(id: string, [index, event]: readonly string[]): void {
  if (index !== undefined) askForStep(id, Number(index) || 0, Number(event) || 0)
  void workbench.call('recordings.list', {}).then((heads) => {
    const head = heads.find((one) => one.id === id)
    if (head) openRecordings(id, head.name)
  })
}

import type { Intents } from '../../app/bench.ts'
import { episodeById, useEpisodes } from '../episode/episodes.ts'
import { openEnvironment, playOf, runAutoplay, usePlays } from '../session/play.ts'
import { environmentTab } from '../session/tabs.ts'
import { chooseAutoplay } from './autoplay.ts'

/** Makes an environment in a new tab and, when an agent was named, lets it play. */
export async function openAndPlay(platform: string, asked: Intents['environments.open']): Promise<void> {
  const tab = await openEnvironment(platform, asked.environment)
  if (asked.agent === undefined) return
  chooseAutoplay(tab, { agent: asked.agent })
  if (await beginsEpisode(tab)) await runAutoplay(tab)
}

/** Waits for the reset of a new tab. @returns false when it failed or was called off, which the tab says */
function beginsEpisode(tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    let wasBusy = false
    const look = (): void => {
      const { busy, failure } = playOf(tab)
      if (busy) wasBusy = true
      else {
        const episode = environmentTab(tab)?.episode
        if (episodeById(episode)) end(true)
        else if (episode === undefined && (wasBusy || failure)) end(false)
      }
    }
    const stops = [usePlays.subscribe(look), useEpisodes.subscribe(look)]
    const end = (begun: boolean): void => {
      for (const stop of stops) stop()
      resolve(begun)
    }
    look()
  })
}

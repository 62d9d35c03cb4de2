import type { Intents } from '../../app/bench.ts'
import { beginsEpisode, openEnvironment, runAutoplay } from '../session/play.ts'
import { chooseAutoplay } from './autoplay.ts'

/** Makes an environment in a new tab and, when an agent was named, lets it play. */
export async function openAndPlay(platform: string, asked: Intents['environments.open']): Promise<void> {
  const tab = await openEnvironment(platform, asked.environment)
  if (asked.agent === undefined) return
  chooseAutoplay(tab, { agent: asked.agent })
  if (await beginsEpisode(tab)) await runAutoplay(tab)
}

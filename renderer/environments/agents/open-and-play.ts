import type { Intents } from '../../app/bench.ts'
import { beginsEpisode, openEnvironment, runAutoplay } from '../session/play.ts'
import { chooseAutoplay } from './autoplay.ts'

/** Creates an environment in a new tab and starts an agent if one is given. */
export async function openAndPlay(platform: string, asked: Intents['environments.open']): Promise<void> {
  const tab = await openEnvironment(platform, asked.environment)
  if (asked.agent === undefined) return
  chooseAutoplay(tab, { agent: asked.agent })
  if (await beginsEpisode(tab)) await runAutoplay(tab)
}

import type { Intents } from '../../app/bench.ts'
import { beginsEpisode, openEnvironment, runAutoplay } from '../session/play.ts'
import { chooseAutoplay } from './autoplay.ts'

/** Creates an environment in a new tab and starts an agent if one is given. */
export async function openAndPlay(platform: string, intent: Intents['environments.open']): Promise<void> {
  const tab = await openEnvironment(platform, intent.environment)
  if (intent.agent === undefined) return
  chooseAutoplay(tab, { agent: intent.agent })
  if (await beginsEpisode(tab)) await runAutoplay(tab)
}

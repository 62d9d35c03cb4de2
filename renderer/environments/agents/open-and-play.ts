import type { Intents } from '../../app/bench.ts'
import { beginsEpisode, openEnvironment, runAutoplay } from '../session/play.ts'
import { chooseAutoplay } from './autoplay.ts'

/** Slow enough to follow each turn. */
const WATCHED_PAUSE_MS = 1000

/** Creates an environment in a new tab and starts an agent if one is given. */
export async function openAndPlay(platform: string, intent: Intents['environments.open']): Promise<void> {
  const tab = await openEnvironment(platform, intent.environment)
  if (intent.agent === undefined) return
  chooseAutoplay(tab, { agent: intent.agent, pause: WATCHED_PAUSE_MS })
  if (await beginsEpisode(tab)) await runAutoplay(tab)
}

import type { Intents } from '../../app/bench.ts'
import { openEnvironment, runAutoplay } from '../session/play.ts'
import { activeTab } from '../session/tabs.ts'
import { chooseAutoplay } from './autoplay.ts'

/** Makes an environment in a new tab and, when an agent was named, lets it play. */
export async function openAndPlay(platform: string, asked: Intents['environments.open']): Promise<void> {
  await openEnvironment(platform, asked.environment)
  const tab = activeTab()
  if (asked.agent === undefined || tab?.kind !== 'environment' || tab.envId !== asked.environment) return
  chooseAutoplay(tab.id, { agent: asked.agent })
  await runAutoplay(tab.id)
}

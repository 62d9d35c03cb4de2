import { useState } from 'react'
import { headOf } from '#shared/environments/episode-log.ts'
import { useText } from '../../i18n/text.ts'
import { importEpisode } from '../episode/trajectory-file.ts'
import { workbench } from '../../app/workbench.ts'
import { remarkOn } from '../episode/episodes.ts'
import { openEpisode } from '../session/play.ts'
import { usePlatform } from '../session/use-platform.ts'

/** Opens trajectory files in tabs; `problem` says why the last one that could not be read was refused. */
export function useImport() {
  const t = useText()
  const platform = usePlatform()
  const [problem, setProblem] = useState<string>()
  const read = async (files: readonly File[]): Promise<void> => {
    setProblem(undefined)
    for (const one of files) {
      try {
        const episode = importEpisode(await one.text(), one.name)
        const { events, note, verdict } = episode
        const { id } = await workbench.call('episodes.add', { head: headOf(episode), events })
        if (note !== undefined || verdict !== undefined) await remarkOn(id, { note, verdict })
        await openEpisode(platform?.id ?? '', id)
      } catch (error) {
        setProblem(t('environments.import.failed', { name: one.name, reason: (error as Error).message }))
      }
    }
  }
  return { problem, read }
}

import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { importEpisode } from '../episode/trajectory-file.ts'
import { openEpisode } from '../session/open.ts'
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
        openEpisode(platform?.id ?? '', importEpisode(await one.text(), one.name))
      } catch (error) {
        setProblem(t('gem.import.failed', { name: one.name, reason: (error as Error).message }))
      }
    }
  }
  return { problem, read }
}

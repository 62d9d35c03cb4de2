import { useState } from 'react'
import { toFailure } from '#shared/workbench/failure.ts'
import { useText } from '../../i18n/text.ts'
import { readFile } from '../recordings/read-file.ts'
import { usePlatform } from '../session/use-platform.ts'

/** Opens trajectory files; `problem` says why the last one that could not be read was refused. */
export function useImport() {
  const t = useText()
  const platform = usePlatform()
  const [problem, setProblem] = useState<string>()
  const read = async (files: readonly File[]): Promise<void> => {
    setProblem(undefined)
    for (const one of files) {
      try {
        await readFile(one, platform?.id ?? '')
      } catch (error) {
        const { message, hint = '' } = toFailure(error)
        setProblem(t('environments.import.failed', { name: one.name, reason: `${message} ${hint}`.trim() }))
      }
    }
  }
  return { problem, read }
}

import { saveFile } from '../../app/save-file.ts'
import { useWorkbench } from '../../app/workbench.ts'
import type { Episode } from '#shared/environments/episode.ts'
import { exportText, fileName } from '../episode/trajectory-file.ts'

/** Program and version, for the headers of files. */
export function writerName(): string {
  const version = useWorkbench.getState().capabilities?.version
  return version === undefined ? 'Orrery' : `Orrery ${version}`
}

/** Offers the branch that is looked at as a JSON Lines file. */
export function downloadEpisode(episode: Episode): void {
  saveFile(fileName(episode), exportText(episode, writerName()), 'application/x-ndjson')
}

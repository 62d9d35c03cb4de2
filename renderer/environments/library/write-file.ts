import { type Episode, leafOf } from '#shared/environments/episode.ts'
import type { Source } from '#shared/environments/recordings.ts'
import { type Format, FORMAT_FACTS } from '#shared/environments/trajectories/formats.ts'
import { fromBase64 } from '../../app/base64.ts'
import { saveFile } from '../../app/save-file.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { fileName } from '../parts/file-name.ts'
import { offerFile } from '../session/view-store.ts'

/** Program and version, for file headers. */
export function writerName(): string {
  const version = useWorkbench.getState().capabilities?.version
  return version === undefined ? 'Orrery' : `Orrery ${version}`
}

/** Opens the export dialog for the shown branch. */
export const offerEpisode = (episode: Episode): void =>
  offerFile({ of: 'episode', id: episode.id, leaf: leafOf(episode) }, fileName(episode, '').slice(0, -1))

/** Exports episodes as a download. */
export async function writeFile(source: Source, format: Format, name: string): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const onProgress = ({ base64 }: { base64: string }): void => void parts.push(fromBase64(base64))
  await workbench.call('recordings.write', { source, format }, { onProgress })
  const { extension, mime } = FORMAT_FACTS[format]
  saveFile(`${name}.${extension}`, new Blob(parts, { type: mime }))
}

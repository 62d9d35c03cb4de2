import { useEffect, useRef, useState } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { EMBEDDED_MODEL } from '#shared/workbench/embedded.ts'
import { type Failure, toFailure, WorkbenchError } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { saveFile } from '../../app/save-file.ts'
import { useConnection } from '../../app/workbench.ts'
import { RestoreModel } from '../../drafts/views/restore-model.tsx'
import { fileStamp } from '../../i18n/moment.ts'
import { text, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toYaml } from '../exchange/write-model.ts'
import { queryAllRows } from '../graph/load.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import { loadWhole } from '../store/explorer-store.ts'

/** Saves all elements as a file. @throws WorkbenchError if the server gives only some of them */
async function saveModel({ id, name, prefix = 'model' }: Connection, signal: AbortSignal): Promise<void> {
  const { rows, complete } = await queryAllRows({ connection: id }, `.${prefix}`, { signal })
  if (!complete)
    throw new WorkbenchError({ code: 'MODEL_COPY_PART', message: text('explorer.import.copyPart') })
  saveFile(`${name}-${fileStamp()}.yaml`, toYaml(rows), 'application/yaml')
}

/** Before an import: whether it can be undone, and where not, a copy of the model as a file. */
export function BeforeImport({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(), [])
  if (connection.id === EMBEDDED_MODEL) return <p>{t('explorer.import.undoable')}</p>
  const save = (): void => {
    setBusy(true)
    setFailure(undefined)
    saveModel(connection, abort.current.signal)
      .catch((error: unknown) => setFailure(toFailure(error)))
      .finally(() => setBusy(false))
  }
  return (
    <>
      <Notice
        tone="warning"
        role="note"
        aria-label={t('explorer.import.lasting')}
        action={
          <Button reason={busy ? t('ui.wait') : undefined} onClick={save}>
            {t('explorer.import.copy')}
          </Button>
        }
      >
        {t('authoring.lasting')}
      </Notice>
      <FailureNotice failure={failure} />
    </>
  )
}

/** Restores the model as it was before the last import. */
export function RestoreDialog() {
  const t = useText()
  const connection = useConnection('model')
  if (!connection) return null
  const { id } = connection
  const isOurs = id === EMBEDDED_MODEL
  return (
    <Dialog open onOpenChange={closeDialog} title={t('authoring.restore.title')} width={560}>
      <RestoreModel
        connection={id}
        none={t(isOurs ? 'authoring.restore.none' : 'authoring.lasting')}
        onRestored={() => void loadWhole(id)}
      />
    </Dialog>
  )
}

import { useEffect, useRef, useState } from 'react'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { type GraphView, MAX_PICTURE_PX, pictureShare } from '../../graph/canvas/graph-view.ts'
import { exportView, FORMATS, type Format } from '../exchange/export-actions.ts'
import { readPayloads } from '../store/payloads.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import { shownSentence } from '../view/commands-on-view.ts'
import { drawWhole } from '../view/near.ts'
import { useSurface } from '../view/surface-context.ts'
import styles from './dialogs.module.css'

/** Exports what is shown: picture, drawing, data or model files. */
export function ExportDialog({ view }: { readonly view: GraphView | undefined }) {
  const t = useText()
  const surface = useSurface()
  const [format, setFormat] = useState<Format>('png')
  const [scale, setScale] = useState(2)
  const [whole, setWhole] = useState(true)
  const [transparent, setTransparent] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const state = surface.getState()
  const share = format === 'png' && whole ? pictureShare(state.scene, scale) : 1
  const formats = FORMATS.filter((name) => name !== 'yaml' || state.id === 'model')
  const run = (): void => {
    abort.current = new AbortController()
    setBusy(true)
    const { signal } = abort.current
    // The HTML page contains each element's fields, which the index lacks.
    const isWhole = format === 'svg' || (format === 'png' && whole)
    const fields = format === 'html' && state.id === 'model' ? readPayloads(signal) : Promise.resolve()
    const ready = isWhole ? drawWhole(surface) : fields
    ready
      .then(() => exportView(format, surface.getState(), view, { scale, whole, transparent, signal }))
      .then(closeDialog, (error: unknown) => setFailure(toFailure(error)))
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      open
      onOpenChange={closeDialog}
      title={t('explorer.export.title')}
      description={shownSentence(state)}
      width={420}
    >
      <Form onSubmit={run}>
        <Field label={t('explorer.export.format')} hint={t(`explorer.export.hint.${format}`)}>
          <Select value={format} onChange={(event) => setFormat(event.target.value as Format)}>
            {formats.map((name) => (
              <option key={name} value={name}>
                {t(`explorer.export.${name}`)}
              </option>
            ))}
          </Select>
        </Field>
        {format === 'png' ? (
          <Stack row align="end" gap={2} className={styles['row']}>
            <Field label={t('explorer.export.scale')}>
              <Select value={scale} onChange={(event) => setScale(Number(event.target.value))}>
                {[1, 2, 3, 4].map((value) => (
                  <option key={value} value={value}>
                    {`${value}×`}
                  </option>
                ))}
              </Select>
            </Field>
            <Stack gap={1.5}>
              <Stack as="label" row gap={2}>
                <input type="checkbox" checked={whole} onChange={(event) => setWhole(event.target.checked)} />
                {t('explorer.export.whole')}
              </Stack>
              <Stack as="label" row gap={2}>
                <input
                  type="checkbox"
                  checked={transparent}
                  onChange={(event) => setTransparent(event.target.checked)}
                />
                {t('explorer.export.transparent')}
              </Stack>
            </Stack>
          </Stack>
        ) : null}
        {share < 1 ? (
          <Text as="p" small tone="quiet" role="note">
            {t('explorer.export.shrunk', {
              side: MAX_PICTURE_PX,
              share: Math.max(1, Math.round(100 * share)),
            })}
          </Text>
        ) : null}
        <FailureNotice failure={failure} />
        <DialogActions>
          <Button onClick={closeDialog}>{t('ui.cancel')}</Button>
          <Button type="submit" tone="primary" reason={busy ? t('ui.wait') : undefined}>
            {t(busy ? 'ui.loading' : 'explorer.export.save')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

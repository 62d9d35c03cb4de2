import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Source } from '#shared/environments/recordings.ts'
import { type Aspect, type Format, FORMATS } from '#shared/environments/trajectories/formats.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Segment } from '../../ui/segment.tsx'
import { Text } from '../../ui/text.tsx'
import { FailureNotice } from '../../app/failure-text.tsx'
import { setView, useBenchView } from '../session/view-store.ts'
import { writeFile } from './write-file.ts'

/** What a file format would not preserve, determined by the core. */
function useLost(source: Source | undefined, format: Format): readonly Aspect[] | undefined {
  const [found, setFound] = useState<readonly Aspect[]>()
  useEffect(() => {
    setFound(undefined)
    if (!source) return
    const controller = new AbortController()
    workbench.call('recordings.lost', { source, format }, { signal: controller.signal }).then(
      ({ lost }) => setFound(lost),
      () => undefined,
    )
    return () => controller.abort()
  }, [source, format])
  return found
}

/** Selects an export format, and says what it cannot preserve. */
export function WriteDialog() {
  const t = useText()
  const open = useBenchView((state) => state.dialog === 'write')
  const writing = useBenchView((state) => state.writing)
  const [format, setFormat] = useState<Format>('orrery')
  const [isTree, setTree] = useState(false)
  const [problem, setProblem] = useState<Failure>()
  const source = useSource(open ? writing?.source : undefined, isTree)
  const lost = useLost(source, format)
  const close = (): void => {
    setProblem(undefined)
    setView({ dialog: undefined })
  }
  const write = (): void => {
    if (!source || !writing) return
    writeFile(source, format, writing.name).then(close, (error: unknown) => setProblem(toFailure(error)))
  }
  return (
    <Dialog open={open} onOpenChange={close} title={t('environments.write.title')}>
      {writing?.source.of === 'episode' ? (
        <Segment
          label={t('environments.write.what')}
          options={[
            { value: 'line', label: t('environments.write.line') },
            { value: 'tree', label: t('environments.write.tree') },
          ]}
          value={isTree ? 'tree' : 'line'}
          onChange={(value) => setTree(value === 'tree')}
        />
      ) : null}
      <Field label={t('environments.write.format')}>
        <Select value={format} onChange={(event) => setFormat(event.target.value as Format)}>
          {FORMATS.map((one) => (
            <option key={one} value={one}>
              {t(`environments.format.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Text as="p" tone="quiet">
        {lost === undefined
          ? t('ui.wait')
          : lost.length === 0
            ? t('environments.write.whole')
            : t('environments.write.lost', {
                what: lost.map((aspect) => t(`environments.aspect.${aspect}`)).join(', '),
              })}
      </Text>
      <FailureNotice failure={problem} />
      <DialogActions>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button tone="primary" onClick={write}>
          <Download size={14} aria-hidden />
          {t('environments.write.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The shown line, or the whole episode. */
function useSource(source: Source | undefined, isTree: boolean): Source | undefined {
  const [whole, setWhole] = useState<Source>()
  useEffect(() => {
    setWhole(source?.of === 'episode' && isTree ? { of: 'episode', id: source.id } : source)
  }, [source, isTree])
  return whole
}

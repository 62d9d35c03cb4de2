import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { GEM_BASE } from '#shared/gem/rest.ts'
import { useText } from '../../i18n/text.ts'
import { saveFile } from '../../app/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useEpisode } from '../episode/episodes.ts'
import { fileName } from '../parts/file-name.ts'
import { offerEpisode, writerName } from '../library/write-file.ts'
import { setView, useBenchView } from '../session/view-store.ts'
import styles from '../parts/panes.module.css'
import { useActiveTab } from '../session/tabs.ts'
import { usePlatforms } from '../session/use-platform.ts'
import { bugReport } from './report.ts'

/** The bug report of the episode in front, ready to be copied or saved. */
export function ReportDialog() {
  const t = useText()
  const open = useBenchView((state) => state.dialog === 'report')
  const tab = useActiveTab()
  const environment = tab?.kind === 'environment' ? tab : undefined
  const episode = useEpisode(environment?.episode)
  const platform = usePlatforms().find(({ id }) => id === environment?.platform)
  const [expectation, setExpectation] = useState('')
  const report = useMemo(
    () =>
      open && episode
        ? bugReport(episode, {
            base: `${(platform?.address ?? 'http://localhost').replace(/\/+$/, '')}${platform?.paths?.gem ?? GEM_BASE}`,
            platform: platform?.name ?? episode.platform,
            writer: writerName(),
            ...(expectation.trim() === '' ? {} : { expectation: expectation.trim() }),
          })
        : '',
    [open, episode, platform, expectation],
  )
  const close = (): void => setView({ dialog: undefined })
  return (
    <Dialog open={open} onOpenChange={close} title={t('environments.command.report')} width={760}>
      {episode ? (
        <>
          <Field label={t('environments.report.expectation')}>
            <textarea
              className={styles['script']}
              rows={2}
              value={expectation}
              onChange={(event) => setExpectation(event.target.value)}
            />
          </Field>
          <Field label={t('environments.report.text')}>
            <textarea className={styles['script']} readOnly rows={18} value={report} />
          </Field>
          <DialogActions>
            <CopyButton text={report} label={t('environments.report.copy')} />
            <Button onClick={() => offerEpisode(episode)}>{t('environments.export')}</Button>
            <Button tone="primary" onClick={() => saveFile(fileName(episode, 'md'), report, 'text/markdown')}>
              <Download size={14} aria-hidden />
              {t('environments.report.save')}
            </Button>
          </DialogActions>
        </>
      ) : (
        <p>{t('environments.report.none')}</p>
      )}
    </Dialog>
  )
}

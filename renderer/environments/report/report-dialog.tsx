import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { GEM_BASE } from '#shared/gem/rest.ts'
import { useText } from '../../i18n/text.ts'
import { saveFile } from '../../app/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useEpisodes } from '../episode/episodes-store.ts'
import { fileName } from '../episode/trajectory-file.ts'
import { setView, useGemView } from '../session/view-store.ts'
import { downloadEpisode, writerName } from '../library/download.ts'
import styles from '../parts/panes.module.css'
import { activeTab, useTabs } from '../session/tabs-store.ts'
import { usePlatforms } from '../session/use-platform.ts'
import { bugReport } from './report.ts'

/** The bug report of the episode in front, ready to be copied or saved. */
export function ReportDialog() {
  const t = useText()
  const open = useGemView((state) => state.dialog === 'report')
  const tab = activeTab(useTabs())
  const environment = tab?.kind === 'environment' ? tab : undefined
  const episode = useEpisodes(({ episodes }) =>
    environment?.episode ? episodes[environment.episode] : undefined,
  )
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
    <Dialog open={open} onOpenChange={close} title={t('gem.command.report')} width={760}>
      {episode ? (
        <>
          <Field label={t('gem.report.expectation')}>
            <textarea
              className={styles['script']}
              rows={2}
              value={expectation}
              onChange={(event) => setExpectation(event.target.value)}
            />
          </Field>
          <Field label={t('gem.report.text')}>
            <textarea className={styles['script']} readOnly rows={18} value={report} />
          </Field>
          <DialogActions>
            <CopyButton text={report} label={t('gem.report.copy')} />
            <Button onClick={() => downloadEpisode(episode)}>{t('gem.export')}</Button>
            <Button tone="primary" onClick={() => saveFile(fileName(episode, 'md'), report, 'text/markdown')}>
              <Download size={14} aria-hidden />
              {t('gem.report.save')}
            </Button>
          </DialogActions>
        </>
      ) : (
        <p>{t('gem.report.none')}</p>
      )}
    </Dialog>
  )
}

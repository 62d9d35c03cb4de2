import { useState } from 'react'
import { useWorkbench } from '../app/workbench.ts'
import { openHelp } from '../app/help-store.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import styles from './settings.module.css'

/** Which Orrery this is, and what it is made of. The notices are written by the build beside the page. */
export function AboutSection() {
  const t = useText()
  const { version, platform, host } = useWorkbench((state) => state.capabilities) ?? {}
  const [notices, setNotices] = useState<string>()
  const read = async (): Promise<void> => {
    const answer = await fetch('./THIRD-PARTY-NOTICES.txt')
    setNotices(answer.ok ? await answer.text() : t('settings.about.noNotices'))
  }
  return (
    <Stack as="section" id="settings-about" gap={2} className={styles['section']}>
      <h2>{t('settings.about')}</h2>
      <Stack row gap={3}>
        <Text style={{ color: 'var(--accent)' }}>
          <Mark size={40} />
        </Text>
        <div>
          <strong>
            {t('app.name')} {version}
          </strong>
          <Text as="p" tone="quiet">
            {[platform, host && t(`settings.about.${host}`), 'Apache License 2.0']
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
      </Stack>
      <Stack row gap={2}>
        <Button onClick={() => openHelp('words')}>{t('app.help.open')}</Button>
        <Button onClick={() => void read()}>{t('settings.about.licences')}</Button>
      </Stack>
      {notices === undefined ? null : (
        // Scrollable text must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles['notices']} tabIndex={0} aria-label={t('settings.about.licences')}>
          {notices}
        </pre>
      )}
    </Stack>
  )
}

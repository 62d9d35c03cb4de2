import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import type { ItemFinding } from '../items/findings.ts'
import styles from './drafts.module.css'

/** All findings about an item, with paths; nothing if there are none. */
export function FindingsList({ findings }: { readonly findings: readonly ItemFinding[] }) {
  const t = useText()
  if (findings.length === 0) return null
  return (
    <Stack
      as="ul"
      fixed
      scroll
      gap={1}
      pad={[2, 3]}
      line="bottom"
      className={styles['findings']}
      aria-label={t('authoring.findings')}
    >
      {findings.map(({ path, message, severity }, index) => (
        <Stack as="li" key={index} row wrap align="baseline" gap={2}>
          <Badge tone={severity === 'error' ? 'bad' : 'warning'}>{t(`authoring.severity.${severity}`)}</Badge>
          {path === '' ? null : (
            <Text as="code" breaks>
              {path}
            </Text>
          )}
          <span>{message}</span>
        </Stack>
      ))}
    </Stack>
  )
}

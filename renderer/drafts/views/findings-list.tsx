import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { byField, type ItemFinding } from '../items/findings.ts'
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
      {byField(findings).map(({ label, paths, message, severity }, index) => (
        <Stack as="li" key={index} row wrap align="baseline" gap={2}>
          <Badge tone={severity === 'error' ? 'bad' : 'warning'}>{t(`authoring.severity.${severity}`)}</Badge>
          {label ? <Text strong>{t(label)}</Text> : null}
          <span>{message}</span>
          {paths.map((path) => (
            <Text as="code" key={path} tone={label ? 'quiet' : undefined} breaks>
              {path}
            </Text>
          ))}
        </Stack>
      ))}
    </Stack>
  )
}

import { List } from '../../ui/list.tsx'
import { Row } from '../../ui/row.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Text } from '../../ui/text.tsx'
import { stateOf, type Draft } from '../draft/draft.ts'
import type { FindingsById } from '../draft/findings.ts'
import { select } from './drafts.ts'
import { itemTitle, STATE_TONES } from './item-words.ts'
import { hasError } from './use-findings.ts'
import styles from './authoring.module.css'

interface DraftListProps {
  readonly draftId: string
  readonly draft: Draft
  readonly selected: string | undefined
  readonly findings: FindingsById
}

/** What is open for editing, with what became of it. */
export function DraftList({ draftId, draft, selected, findings }: DraftListProps) {
  const t = useText()
  return (
    <Stack as="section" fixed className={styles['drafts']} aria-label={t('authoring.draft')}>
      <Text as="h2" tone="quiet" small pad={[2, 3]}>
        {t('authoring.draft')}
      </Text>
      {draft.items.length === 0 ? (
        <Text as="p" tone="quiet" pad={[0, 3]}>
          {t('authoring.draft.empty')}
        </Text>
      ) : null}
      <Stack scroll>
        <List label={t('authoring.draft')} items={draft.items} keyOf={({ id }) => id} current={selected}>
          {(item) => {
            const state = stateOf(item)
            const { title, note } = itemTitle(item, t)
            return (
              <Row
                label={title}
                note={note}
                selected={item.id === selected}
                onClick={() => select(draftId, item.id)}
                detail={
                  <Stack as="span" row gap={1}>
                    {hasError(findings, item.id) ? <Badge tone="bad">{t('authoring.wrong')}</Badge> : null}
                    <Badge tone={STATE_TONES[state]}>{t(`authoring.state.${state}`)}</Badge>
                  </Stack>
                }
              />
            )
          }}
        </List>
      </Stack>
    </Stack>
  )
}

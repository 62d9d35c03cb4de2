import { useText } from '../../i18n/text.ts'
import styles from './question-badge.module.css'
import { useQuestions } from './questions-store.ts'

/** The number of pending server requests. */
export function QuestionBadge() {
  const t = useText()
  const { length } = useQuestions()
  return length === 0 ? null : (
    <b className={styles['badge']} aria-label={t('console.question.waiting', { count: length })}>
      {length}
    </b>
  )
}

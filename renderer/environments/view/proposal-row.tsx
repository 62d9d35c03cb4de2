import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { acceptProposal, dismiss, proposeHere } from '../session/play.ts'
import { changeTab } from '../session/tabs.ts'
import { insideOf } from '../parts/action-text.ts'
import styles from '../parts/play-pane.module.css'

interface ProposalRowProps {
  readonly tabId: string
  readonly proposal: string | null
  readonly autoBox: boolean
}

/** What the agent would do: accept it, change it, or do something else. */
export function ProposalRow({ tabId, proposal, autoBox }: ProposalRowProps) {
  const t = useText()
  if (proposal === null) {
    return (
      <p className={styles['proposal']} role="status">
        {t('environments.proposal.none')}
      </p>
    )
  }
  return (
    <div className={styles['proposal']} role="status">
      <span>{t('environments.proposal')}</span>
      <code>{proposal}</code>
      <Button
        tone="primary"
        onClick={() => void acceptProposal(tabId).then((done) => (done ? proposeHere(tabId) : null))}
      >
        {t('environments.proposal.accept')}
      </Button>
      <Button
        onClick={() => {
          void dismiss(tabId, 'proposal')
          void changeTab(tabId, { draft: autoBox ? insideOf(proposal) : proposal })
          document.getElementById('gem-action')?.focus()
        }}
      >
        {t('environments.proposal.change')}
      </Button>
    </div>
  )
}

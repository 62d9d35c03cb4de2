import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { acceptProposal, proposeHere, setAutoplay } from '../agents/autoplay-store.ts'
import { changeTab } from '../session/tabs-store.ts'
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
        {t('gem.proposal.none')}
      </p>
    )
  }
  return (
    <div className={styles['proposal']} role="status">
      <span>{t('gem.proposal')}</span>
      <code>{proposal}</code>
      <Button
        tone="primary"
        onClick={() => void acceptProposal(tabId).then((done) => (done ? proposeHere(tabId) : null))}
      >
        {t('gem.proposal.accept')}
      </Button>
      <Button
        onClick={() => {
          setAutoplay(tabId, { proposal: undefined })
          changeTab(tabId, { draft: autoBox ? insideOf(proposal) : proposal })
          document.getElementById('gem-action')?.focus()
        }}
      >
        {t('gem.proposal.change')}
      </Button>
    </div>
  )
}

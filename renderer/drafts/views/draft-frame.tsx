import type { ReactNode } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import type { Ability } from '../../app/bench.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { WriteToolbar } from './toolbar.tsx'
import { WritePermission } from './write-permission.tsx'
import type { DraftWork } from './use-draft-work.ts'

interface DraftFrameProps {
  readonly connection: Connection
  readonly ability: Ability
  readonly work: DraftWork
  /** Entity set of a new entity, as `domain/name`. */
  readonly set?: string
  /** Shows the whole draft where there is more room. */
  readonly onWhole?: () => void
  readonly children: ReactNode
}

/** The frame of a draft editor: toolbar, errors, undo keys, review. */
export function DraftFrame({ connection, ability, work, set, onWhole, children }: DraftFrameProps) {
  const t = useText()
  const { draft, findings } = work
  const reverses = work.changes.filter((item) => item.reverses).length
  return (
    // Handles the undo keys for the whole view.
    <Stack grow onKeyDown={(event) => undoKeys(event, work)}>
      <WriteToolbar work={work} onNew={(type) => work.create(type, set)} onWhole={onWhole} />
      {ability === 'off' ? <WritePermission connection={connection} purpose="draft" /> : null}
      {reverses > 0 ? (
        <Notice role="status">{t('authoring.undo.prepared', { count: reverses })}</Notice>
      ) : null}
      <FailureNotice failure={work.failure} />
      {children}
      {work.reviewing ? (
        <ReviewDialog
          target={work.target}
          draftId={work.id}
          draft={draft}
          findings={findings}
          selected={work.item?.id}
          onClose={work.closeReview}
        />
      ) : null}
    </Stack>
  )
}

/** Undo keys, wherever the focus is; both views of an item share the draft's history. */
function undoKeys(event: React.KeyboardEvent, work: DraftWork): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
  const key = event.key.toLowerCase()
  if (key !== 'z' && key !== 'y') return
  event.preventDefault()
  if (key === 'y' || event.shiftKey) work.redo()
  else work.undo()
}

import { FilePlus2, Redo2, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { ITEM_TYPES, type ItemType } from '#shared/documents/authoring.ts'
import { EMBEDDED_MODEL } from '#shared/workbench/embedded.ts'
import { showKeys } from '../../app/keys.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx'
import { Text } from '../../ui/text.tsx'
import type { DraftWork } from './use-draft-work.ts'
import { hasError } from './use-findings.ts'

/** An element, offered by its own name: who looks for it may not know that a link is one. */
const LINK = 'link'

interface WriteToolbarProps {
  readonly work: DraftWork
  onNew(type: ItemType): void
}

/** Actions and state of the whole draft. */
export function WriteToolbar({ work, onNew }: WriteToolbarProps) {
  const t = useText()
  const { draft, changes, checking } = work
  const wrong = changes.filter((one) => hasError(work.findings, one.id)).length
  const isOurs = work.target.connection === EMBEDDED_MODEL
  const files = useRef<HTMLInputElement>(null)
  return (
    <Toolbar label={t('authoring.toolbar')} wrap>
      <Select
        aria-label={t('authoring.new')}
        style={{ flex: 'none' }}
        value=""
        onChange={(event) =>
          event.target.value === LINK ? work.createLink() : onNew(event.target.value as ItemType)
        }
      >
        <option value="">{t('authoring.new')}</option>
        {ITEM_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(type === 'relation' ? 'authoring.new.relation' : `authoring.type.${type}`)}
          </option>
        ))}
        <option value={LINK}>{t('authoring.new.link')}</option>
      </Select>
      <IconButton label={t('authoring.files')} icon={FilePlus2} onClick={() => files.current?.click()} />
      <input
        ref={files}
        hidden
        type="file"
        multiple
        accept=".yaml,.yml,.json"
        aria-label={t('authoring.files')}
        onChange={(event) => {
          work.openFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <IconButton
        label={t('authoring.undo')}
        keys={showKeys('Mod+Z')}
        icon={Undo2}
        reason={
          !draft.canUndo
            ? t('ui.none.undo')
            : draft.isIrreversible
              ? t(isOurs ? 'authoring.undo.restorable' : 'authoring.undo.irreversible')
              : undefined
        }
        onClick={work.undo}
      />
      <IconButton
        label={t('authoring.redo')}
        keys={showKeys('Mod+Shift+Z')}
        icon={Redo2}
        reason={draft.canRedo ? undefined : t('ui.none.redo')}
        onClick={work.redo}
      />
      <ToolbarSpace />
      <Text tone="quiet" small style={{ whiteSpace: 'nowrap' }} role="status">
        {t('authoring.summary', { changes: changes.length, wrong })}
        {checking && changes.length > 0 ? ` · ${t('authoring.checking')}` : ''}
      </Text>
      <Button tone="primary" reason={work.blocked} onClick={work.review}>
        {t('authoring.review')}
      </Button>
    </Toolbar>
  )
}

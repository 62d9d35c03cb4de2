import { ChevronDown, Ellipsis, FilePlus2, Maximize2, Redo2, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { ITEM_TYPES, type ItemType } from '#shared/documents/authoring.ts'
import { EMBEDDED_MODEL } from '#shared/workbench/embedded.ts'
import { showKeys } from '../../app/keys.ts'
import { type Text as Say, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx'
import { Text } from '../../ui/text.tsx'
import { type DraftItem, stateOf } from '../items/draft.ts'
import { itemTitle } from './item-words.ts'
import type { DraftWork } from './use-draft-work.ts'
import { hasError } from './use-findings.ts'

/** An element, offered by its own name: who looks for it may not know that a link is one. */
const LINK = 'link'

/** Things that undo names; of more there is the number. */
const MAX_NAMED = 3

/** What undo does: of what was sent, it says what it will write. */
function undoWords(takenBack: readonly DraftItem[] | undefined, t: Say): string {
  if (!takenBack?.length) return t('authoring.undo')
  const named = takenBack
    .slice(0, MAX_NAMED)
    .map((item) => `${itemTitle(item, t).title} (${stateWords(item, t)})`)
  return t('authoring.undo.sent', { named: named.join(', '), more: takenBack.length - named.length })
}

const stateWords = (item: DraftItem, t: Say): string => t(`authoring.state.${stateOf(item)}`)

interface WriteToolbarProps {
  readonly work: DraftWork
  onNew(type: ItemType): void
  /** Shows the whole draft, in a place with more room; what is needed less is in a menu then. */
  readonly onWhole?: (() => void) | undefined
}

/** The same choice as the toolbar's, as the action of an editor in which nothing is open. */
export function NewItemMenu({ work, onNew }: Pick<WriteToolbarProps, 'work' | 'onNew'>) {
  const t = useText()
  return (
    <Menu
      trigger={
        <Button>
          {t('authoring.new')} <ChevronDown size={14} aria-hidden />
        </Button>
      }
      align="start"
      entries={[
        ...ITEM_TYPES.map((type) => ({
          label: typeWords(type, t),
          takesFocus: true,
          act: () => onNew(type),
        })),
        { label: t('authoring.new.link'), takesFocus: true, act: work.createLink },
      ]}
    />
  )
}

const typeWords = (type: ItemType, t: Say): string =>
  t(type === 'relation' ? 'authoring.new.relation' : `authoring.type.${type}`)

/** Actions and state of the whole draft. */
export function WriteToolbar({ work, onNew, onWhole }: WriteToolbarProps) {
  const t = useText()
  const { draft, changes, checking } = work
  const wrong = changes.filter((one) => hasError(work.findings, one.id)).length
  const isOurs = work.target.connection === EMBEDDED_MODEL
  const files = useRef<HTMLInputElement>(null)
  const openFiles = (): void => files.current?.click()
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
            {typeWords(type, t)}
          </option>
        ))}
        <option value={LINK}>{t('authoring.new.link')}</option>
      </Select>
      {onWhole ? null : <IconButton label={t('authoring.files')} icon={FilePlus2} onClick={openFiles} />}
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
        label={undoWords(draft.takenBack, t)}
        keys={showKeys('Mod+Z')}
        icon={Undo2}
        reason={
          !draft.canUndo
            ? t('ui.none.undo')
            : draft.takenBack?.length === 0
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
      <Text
        tone="quiet"
        small
        style={{ whiteSpace: 'nowrap' }}
        className={onWhole ? 'visually-hidden' : ''}
        role="status"
      >
        {t('authoring.summary', { changes: changes.length, wrong })}
        {checking && changes.length > 0 ? ` · ${t('authoring.checking')}` : ''}
      </Text>
      <Button tone="primary" reason={work.blocked} onClick={work.review}>
        {t('authoring.review')}
      </Button>
      {onWhole ? (
        <Menu
          label={t('authoring.more')}
          icon={Ellipsis}
          entries={[
            { label: t('authoring.whole'), icon: Maximize2, act: onWhole },
            { label: t('authoring.files'), icon: FilePlus2, act: openFiles },
          ]}
        />
      ) : null}
    </Toolbar>
  )
}

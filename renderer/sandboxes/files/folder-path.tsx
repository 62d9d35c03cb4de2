import { PencilLine } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { shownName } from '../../ui/shown-name.ts'
import { nameOf, showRoot } from './tree-store.ts'
import styles from './files.module.css'

/* oxlint-disable jsx-a11y/no-autofocus -- the field that was just asked for */

/** Maximum path segments with a button; those after the first are elided. */
const MAX_SHOWN = 3

/** The ancestors of a path, topmost first. */
export function foldersAbove(path: string): readonly string[] {
  const names = path.split('/').filter((name) => name !== '')
  return names.map((_, index) => `/${names.slice(0, index).join('/')}`)
}

interface FolderPathProps {
  readonly place: string
  readonly root: string
}

/** The tree's root as breadcrumbs, editable as text. */
export function FolderPath({ place, root }: FolderPathProps) {
  const t = useText()
  // `left`: closed by a key, so the focus stays here.
  const [typing, setTyping] = useState<'not' | 'now' | 'left'>('not')
  if (typing === 'now') {
    return (
      <Input
        className={styles['root'] ?? ''}
        defaultValue={root}
        aria-label={t('sandboxes.files.path')}
        autoFocus
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyping((state) => (state === 'now' ? 'not' : state))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          // The button focused next must not receive this key press.
          event.preventDefault()
          if (event.key === 'Enter') showRoot(place, event.currentTarget.value.trim() || '/')
          setTyping('left')
        }}
      />
    )
  }
  const above = foldersAbove(root)
  const shown = above.filter((_, index) => index === 0 || index > above.length - MAX_SHOWN)
  return (
    <Stack as="nav" row aria-label={t('sandboxes.files.path')} title={root}>
      {shown.map((folder, index) => (
        <Fragment key={folder}>
          <Button tone="quiet" style={{ padding: '0 4px' }} onClick={() => showRoot(place, folder)}>
            {shownName(nameOf(folder)) || '/'}
          </Button>
          <Text tone="faint" aria-hidden>
            {index === 0 && shown.length < above.length ? '› … ›' : '›'}
          </Text>
        </Fragment>
      ))}
      <Text strong pad={[0, 1]} aria-current="location">
        {shownName(nameOf(root.replace(/\/+$/, ''))) || '/'}
      </Text>
      <IconButton
        label={t('sandboxes.files.path.type')}
        icon={PencilLine}
        autoFocus={typing === 'left'}
        onClick={() => setTyping('now')}
      />
    </Stack>
  )
}

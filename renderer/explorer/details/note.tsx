import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import type { GraphNode } from '../graph/graph.ts'
import { viewCommands } from '../view/commands-on-view.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { viewOf } from '../view/surface.ts'
import styles from './details.module.css'
import { Stack } from '../../ui/stack.tsx'

/** What the person writes down about a node; kept with the view. */
export function Note({ node }: { readonly node: GraphNode }) {
  const t = useText()
  const surface = useSurface()
  const note = useSurfaceState((state) => viewOf(state).notes.get(node.key) ?? '')
  const [draft, setDraft] = useState(note)
  return (
    <Stack as="label" gap={1} tone="quiet" small className={styles['note']}>
      {t('explorer.details.note')}
      <textarea
        value={draft}
        rows={2}
        placeholder={t('explorer.details.noteHint')}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => draft !== note && viewCommands(surface).annotate(node.key, draft)}
      />
    </Stack>
  )
}

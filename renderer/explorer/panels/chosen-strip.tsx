import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { useNarrow } from '../../ui/narrow.ts'
import { shownName } from '../../ui/shown-name.ts'
import { Stack } from '../../ui/stack.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { useExplorer } from '../store/explorer-store.ts'
import { useSurfaceState } from '../view/surface-context.ts'
import { typeName } from '../graph/set-names.ts'
import { openSide } from './side-store.ts'

/** Names the one selected node where its details are behind a drawer, with a button that opens them; in the line that says what is shown, for over the canvas it would lie on cards. */
export function ChosenStrip() {
  const t = useText()
  const narrow = useNarrow()
  const side = useExplorer((state) => state.side)
  const node = useSurfaceState(({ graph, selection }) =>
    selection.length === 1 ? graph.nodes[graph.indexOf.get(selection[0] ?? '') ?? -1] : undefined,
  )
  if (!narrow || side || !node) return null
  return (
    <Stack row gap={2} style={{ flex: '0 1 auto', minWidth: 0 }}>
      <Truncate>{`${shownName(node.label)} · ${typeName(node.kind)}`}</Truncate>
      <Button tone="link" aria-keyshortcuts="Enter" onClick={() => openSide('details')}>
        {t('explorer.details.open')} <kbd>Enter</kbd>
      </Button>
    </Stack>
  )
}

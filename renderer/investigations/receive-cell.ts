import { type Content, MAX_CELLS } from '#shared/investigations/cell.ts'
import { showRemark } from '../app/remark-store.ts'
import { openBench } from '../app/route.ts'
import { text as say } from '../i18n/text.ts'
import { addCell, investigationOf, list, newInvestigation, showInvestigation, useBench } from './store.ts'

/** Shows the investigation that a new cell goes to: the one that is open, else the newest, else a new one. */
export async function showReceiver(): Promise<string> {
  await list.load()
  const shown = useBench.getState().shown
  const isThere = list.value.some(({ id }) => id === shown)
  const id = (isThere ? shown : list.value[0]?.id) ?? newInvestigation()
  showInvestigation(id)
  await investigationOf(id).load()
  return id
}

/** Adds a cell from another bench, and shows a remark with a link to it. */
export async function receiveCell(content: Content): Promise<void> {
  const id = await showReceiver()
  if (!addCell(content)) {
    showRemark({ tone: 'bad', text: say('investigations.full', { count: MAX_CELLS }) })
    return
  }
  const title = investigationOf(id).value?.title ?? ''
  showRemark({
    tone: 'good',
    text: say('investigations.taken', { title }),
    action: { label: say('investigations.taken.open'), act: () => void openBench('investigations') },
  })
}

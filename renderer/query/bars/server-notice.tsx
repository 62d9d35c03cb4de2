import { chooseConnection, useConnection, useWorkbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { activeTab, useTabs } from '../tabs/tabs-store.ts'

/** Says that the query was written for a model server other than the chosen one, where it may find nothing; switches to it. */
export function ServerNotice() {
  const t = useText()
  const used = useConnection('model')
  const written = useTabs((state) => {
    const { text, connection } = activeTab(state)
    return text.trim() === '' ? undefined : connection
  })
  const server = useWorkbench(({ connections }) => connections.find(({ id }) => id === written))
  if (used === undefined || server === undefined || server.id === used.id) return null
  return (
    <Notice
      action={
        <Button onClick={() => void chooseConnection(server)}>
          {t('query.server.use', { name: server.name })}
        </Button>
      }
    >
      {t('query.server.other', { name: server.name, used: used.name })}
    </Notice>
  )
}

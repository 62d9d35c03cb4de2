import type { Connection } from '#shared/workbench/areas/connections.ts'
import { openWith } from '../../app/intents.ts'
import { openBench } from '../../app/route.ts'
import { chooseConnection } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { useConsole } from '../parts/console-store.ts'

/** Where a connection that is ready leads: to its model, its sandboxes, or the tools of any other server. */
export function WayOn({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const { kind, prefix, state } = connection
  if (state !== 'ready' || kind === 'telemetry') return null
  if (kind === 'model' && prefix === undefined)
    return (
      <Button tone="primary" onClick={() => useConsole.setState({ tab: 'tools' })}>
        {t('console.wayOn.tools')}
      </Button>
    )
  const bench = kind === 'model' ? 'explorer' : 'sandboxes'
  const open = () => (kind === 'model' ? openWith('explorer.model', {}) : openBench(bench))
  return (
    <Button tone="primary" onClick={() => void chooseConnection(connection).then(open)}>
      {t(`console.wayOn.${bench}`)}
    </Button>
  )
}

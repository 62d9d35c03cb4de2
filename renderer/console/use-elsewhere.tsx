import { useState } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import {
  hostConfiguration,
  MCP_HOSTS,
  type McpHost,
  secretsOf,
} from '#shared/workbench/host-configuration.ts'
import { workbench } from '../app/workbench.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Segment } from '../ui/segment.tsx'
import { Stack } from '../ui/stack.tsx'
import { LongText } from './parts/long-text.tsx'

interface Server {
  readonly name: string
  readonly definition: Readonly<Record<string, unknown>>
}

/** The entry with which Claude, Cursor or VS Code starts the same server. */
export function UseElsewhere({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const [host, setHost] = useState<McpHost>('claude')
  const [server, setServer] = useState<Server>()
  const show = async (): Promise<void> =>
    setServer(await workbench.call('connections.definition', { id: connection.id }))
  const text = server ? hostConfiguration(host, server.name, server.definition) : ''
  const secrets = secretsOf(server?.definition ?? {})
  return (
    <>
      <Button onClick={() => void show().catch(() => undefined)}>{t('console.elsewhere')}</Button>
      <Dialog
        open={server !== undefined}
        onOpenChange={() => setServer(undefined)}
        title={t('console.elsewhere.title', { name: connection.name })}
        width={640}
      >
        <Stack gap={3}>
          <Segment
            label={t('console.elsewhere.host')}
            options={MCP_HOSTS.map((value) => ({ value, label: t(`console.elsewhere.${value}`) }))}
            value={host}
            onChange={setHost}
          />
          <p>{t(`console.elsewhere.${host}.file`)}</p>
          <LongText text={text} label={t('console.elsewhere.entry')} />
          {secrets.length > 0 ? (
            <p>{t('console.elsewhere.secrets', { names: secrets.join(', '), count: secrets.length })}</p>
          ) : null}
        </Stack>
      </Dialog>
    </>
  )
}

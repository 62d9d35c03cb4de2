import type { Connection } from '#shared/workbench/areas/connections.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { isKeyRefused } from './connection-state.ts'
import { openWith } from './intents.ts'

/** Edits a connection whose key or token counts no longer; nothing for any other. */
export function EnterKey({ connection }: { readonly connection: Connection | undefined }) {
  const t = useText()
  if (!connection || !isKeyRefused(connection)) return null
  const { name } = connection
  return <Button onClick={() => void openWith('console.edit', { name })}>{t('app.key.enter')}</Button>
}

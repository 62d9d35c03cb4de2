import { Copy } from 'lucide-react'
import { workbench } from '../app/workbench.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { CALL_FORMS, callAs, type CallForm } from './call-as.ts'

interface CopyCallProps {
  readonly connection: string
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Copies the call for another tool. A server that comes with Orrery has no definition that another could start. */
export function CopyCall({ connection, tool, args }: CopyCallProps) {
  const t = useText()
  const copy = async (form: CallForm): Promise<void> => {
    const { servers } = await workbench.call('connections.definitions', {})
    const found = servers.find(({ name }) => `model:${name}` === connection)
    const text = found && callAs(form, found.definition, { tool, args })
    await navigator.clipboard.writeText(text ?? JSON.stringify({ name: tool, arguments: args }, null, 2))
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button tone="quiet">
          <Copy size={14} aria-hidden />
          {t('console.copyAs')}
        </Button>
      }
      entries={[
        {
          label: t('console.copyAs.json'),
          act: () =>
            void navigator.clipboard.writeText(JSON.stringify({ name: tool, arguments: args }, null, 2)),
        },
        ...CALL_FORMS.map((form) => ({ label: t(`console.copyAs.${form}`), act: () => void copy(form) })),
      ]}
    />
  )
}

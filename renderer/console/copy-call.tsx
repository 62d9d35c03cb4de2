import { Copy } from 'lucide-react'
import { useWorkbench, workbench } from '../app/workbench.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { CALL_FORMS, type CallForm, callAs } from './call-as.ts'
import { copyText } from '../app/copy-text.ts'

interface CopyCallProps {
  readonly connection: string
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Copies the call as code for another tool. */
export function CopyCall({ connection, tool, args }: CopyCallProps) {
  const t = useText()
  const { server, transport, signedIn } =
    useWorkbench(({ connections }) => connections.find(({ id }) => id === connection)) ?? {}
  const copy = async (form: CallForm): Promise<void> => {
    const { definition } = await workbench.call('connections.definition', { id: connection })
    const text = callAs(form, { ...definition, signedIn }, { tool, args, protocol: server?.protocol })
    if (text !== undefined) await copyText(text)
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
          act: () => void copyText(JSON.stringify({ name: tool, arguments: args }, null, 2)),
        },
        ...CALL_FORMS.map((form) => ({
          label: t(`console.copyAs.${form}`),
          disabled: form === 'curl' && transport !== 'http' ? t('console.copyAs.httpOnly') : undefined,
          act: () => void copy(form),
        })),
      ]}
    />
  )
}

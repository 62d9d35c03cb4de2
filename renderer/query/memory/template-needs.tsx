import { useConnection, useWorkbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { lacks } from '../../telemetry/connections.ts'
import { Text } from '../../ui/text.tsx'

/** Says of a query whose answer is a plan what has to be connected before that can run; nothing where it can. */
export function TemplateNeeds({ query }: { readonly query: string }) {
  const t = useText()
  const model = useConnection('model')?.id
  const connections = useWorkbench((state) => state.connections)
  const lacking = lacks(query, model, connections)
  return lacking ? (
    <Text tone="faint" small>
      {t(`query.template.needs.${lacking}`)}
    </Text>
  ) : null
}

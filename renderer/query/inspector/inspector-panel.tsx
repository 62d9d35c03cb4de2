import { useEffect, useState } from 'react'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { formatBytes, formatDuration } from '../results/format.ts'
import { VirtualLines } from '../results/virtual-lines.tsx'
import { shownRun, useRuns } from '../run/run-store.ts'
import { activeTab, useTabs } from '../tabs/tabs-store.ts'
import { readExchange, type Exchange, type WireMessage } from './exchange.ts'
import styles from './inspector.module.css'

/** The messages of the run in front, read when it begins and again when it is over. */
function useExchange(): Exchange | WorkbenchError | undefined {
  const tab = useTabs((state) => state.active)
  const run = useRuns((state) => shownRun(state, tab))
  const [state, setState] = useState<{ run: string; value: Exchange | WorkbenchError | undefined }>()
  const over = run?.milliseconds !== undefined
  useEffect(() => {
    if (!run) return
    let current = true
    readExchange(run).then(
      (value) => {
        if (current) setState({ run: run.id, value })
      },
      (error: unknown) => {
        if (current && error instanceof WorkbenchError) setState({ run: run.id, value: error })
      },
    )
    return () => {
      current = false
    }
  }, [run?.id, over]) // oxlint-disable-line react/exhaustive-deps -- the run's messages change only when it ends
  return run && state?.run === run.id ? state.value : undefined
}

function Message({ message, title }: { readonly message: WireMessage; readonly title: string }) {
  const t = useText()
  return (
    <Stack as="section" grow line="bottom" className={styles['message']}>
      <header>
        <h2>{title}</h2>
        <Badge>{formatBytes(message.bytes)}</Badge>
        <time>{new Date(message.at).toISOString().slice(11, 23)}</time>
        <CopyButton text={message.text} label={t('query.inspector.copy', { title })} />
      </header>
      <VirtualLines text={message.text} label={title} />
    </Stack>
  )
}

/** The raw JSON-RPC of a run, both ways, with sizes and times. */
export function InspectorPanel() {
  const t = useText()
  const tab = useTabs(activeTab)
  const run = useRuns((state) => shownRun(state, tab.id))
  const exchange = useExchange()
  if (!run) return <EmptyState title={t('query.inspector.none')} hint={t('query.inspector.noneHint')} />
  if (exchange instanceof WorkbenchError) {
    return <EmptyState title={exchange.message} hint={exchange.hint ?? ''} />
  }
  if (!exchange) return <EmptyState title={t('query.inspector.waiting')} />
  const { request, response, milliseconds } = exchange
  return (
    <Stack grow>
      <Stack as="dl" row align="stretch" gap={4} fixed pad={[2, 3]} line="bottom" className={styles['times']}>
        <div>
          <dt>{t('query.inspector.wire')}</dt>
          <dd>{milliseconds === undefined ? '…' : formatDuration(milliseconds)}</dd>
        </div>
        <div>
          <dt>{t('query.inspector.page')}</dt>
          <dd>{run.milliseconds === undefined ? '…' : formatDuration(run.milliseconds)}</dd>
        </div>
        <div>
          <dt>{t('query.inspector.id')}</dt>
          <dd>{String(request.rpcId ?? '')}</dd>
        </div>
      </Stack>
      <Message message={request} title={t('query.inspector.request')} />
      {response ? (
        <Message message={response} title={t('query.inspector.response')} />
      ) : (
        <Text as="p" tone="quiet" pad={3}>
          {t('query.inspector.unanswered')}
        </Text>
      )}
    </Stack>
  )
}

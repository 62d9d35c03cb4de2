import { Bell, BellOff, Braces, FileText } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import { translateServerText, useText } from '../i18n/text.ts'
import { workbench } from '../app/workbench.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FieldName } from '../form/field-name.tsx'
import { Field } from '../ui/field.tsx'
import { Split } from '../ui/split.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import {
  fillTemplate,
  resourceSchema,
  templateSchema,
  templateVariables,
  type Resource,
  type Template,
} from '../mcp/protocol.ts'
import { useListing } from '../mcp/use-listing.ts'
import { CompletingInput } from './completing-input.tsx'
import { useConsole } from './parts/console-store.ts'
import styles from './parts/console.module.css'
import { ItemList } from './item-list.tsx'
import { RequestStatus } from './request-status.tsx'
import { useRequest } from './use-request.ts'

/** Subscribes to a resource, and counts its update notifications. */
function useSubscription(connection: string, uri: string) {
  const [subscribed, setSubscribed] = useState(false)
  const [updates, setUpdates] = useState(0)
  useEffect(() => {
    setSubscribed(false)
    setUpdates(0)
    return workbench.on('console.notified', ({ connection: from, method, params }) => {
      if (from === connection && method === 'notifications/resources/updated' && params['uri'] === uri) {
        setUpdates((n) => n + 1)
      }
    })
  }, [connection, uri])
  const toggle = useCallback(async () => {
    const method = subscribed ? 'resources/unsubscribe' : 'resources/subscribe'
    const { error } = await workbench.call('console.request', { connection, method, params: { uri } })
    if (!error) setSubscribed(!subscribed)
    return error?.message
  }, [connection, uri, subscribed])
  return { subscribed, updates, toggle }
}

function ReadResource({
  connection,
  uri,
  about,
  atOnce = false,
}: {
  readonly connection: string
  readonly uri: string
  readonly about?: Resource
  /** Reads immediately. */
  readonly atOnce?: boolean
}) {
  const t = useText()
  const request = useRequest(connection)
  const { subscribed, updates, toggle } = useSubscription(connection, uri)
  const [refused, setRefused] = useState<string>()
  const { send } = request
  const read = useCallback(() => void send('resources/read', { uri }), [send, uri])
  useEffect(() => {
    if (updates > 0 || atOnce) read()
  }, [updates, atOnce, read])
  return (
    <Stack gap={3}>
      <Text as="code" tone="quiet" breaks>
        {uri}
      </Text>
      {about?.description ? (
        <Text as="p" tone="quiet">
          {translateServerText(about.description)}
        </Text>
      ) : null}
      <Stack row gap={2} wrap>
        <Button tone="primary" onClick={read}>
          {t('console.resource.read')}
        </Button>
        <Button onClick={() => void toggle().then(setRefused)}>
          {subscribed ? <BellOff size={14} aria-hidden /> : <Bell size={14} aria-hidden />}
          {t(subscribed ? 'console.resource.unsubscribe' : 'console.resource.subscribe')}
        </Button>
        {updates > 0 ? (
          <Badge tone="accent">{t('console.resource.updates', { count: updates })}</Badge>
        ) : null}
        {about?.mimeType ? <Badge>{about.mimeType}</Badge> : null}
      </Stack>
      {refused ? <Notice tone="bad">{refused}</Notice> : null}
      <RequestStatus state={request} cancel={request.cancel} />
    </Stack>
  )
}

const titleOf = ({ title, name, uriTemplate }: Template): string =>
  translateServerText(title ?? name ?? uriTemplate)

function FillTemplate({
  connection,
  template,
}: {
  readonly connection: string
  readonly template: Template
}) {
  const t = useText()
  const [values, setValues] = useState<Record<string, string>>({})
  const uri = fillTemplate(template.uriTemplate, values)
  return (
    <Stack gap={3} grow scroll pad={[3, 4]} className={styles['detail']}>
      <h2>{titleOf(template)}</h2>
      <Text as="code" tone="quiet" breaks>
        {template.uriTemplate}
      </Text>
      {templateVariables(template.uriTemplate).map((name) => (
        <Field key={name} label={<FieldName name={name} />}>
          <CompletingInput
            connection={connection}
            reference={{ type: 'ref/resource', uri: template.uriTemplate }}
            argument={name}
            value={values[name] ?? ''}
            others={values}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        </Field>
      ))}
      <Text as="p" tone="quiet">
        {t('console.template.becomes')}
      </Text>
      <ReadResource connection={connection} uri={uri} />
    </Stack>
  )
}

/** Resources and their templates. */
export function ResourcesView({ connection }: { readonly connection: string }) {
  const t = useText()
  const resources = useListing(connection, 'resources/list', 'resources', resourceSchema)
  const templates = useListing(connection, 'resources/templates/list', 'resourceTemplates', templateSchema)
  const [chosen, setChosen] = useState<string>()
  /** A resource linked in a result; the server need not list it. */
  const [named, setNamed] = useState<string>()
  const template = templates.items.find((item) => `template ${item.uriTemplate}` === chosen)
  const reading = useConsole((state) => state.reading)
  useEffect(() => {
    if (reading === undefined) return
    setChosen(reading)
    setNamed(reading)
    useConsole.setState({ reading: undefined })
  }, [reading])
  const resource =
    resources.items.find((item) => item.uri === chosen) ??
    (named !== undefined && named === chosen ? { uri: named } : undefined) ??
    (template ? undefined : resources.items[0])
  return (
    <Split id="console-resources" direction="horizontal" first={32} most={460}>
      <Stack grow className={styles['stack']}>
        <ItemList
          label={t('console.tab.resources')}
          listing={resources}
          selected={resource?.uri}
          describe={(item) => ({
            id: item.uri,
            title: translateServerText(item.title ?? item.name ?? item.uri),
            note: item.uri,
            icon: FileText,
          })}
          onSelect={setChosen}
        />
        <ItemList
          label={t('console.templates')}
          listing={templates}
          selected={chosen}
          describe={(item) => ({
            id: `template ${item.uriTemplate}`,
            title: titleOf(item),
            note: item.uriTemplate,
            icon: Braces,
          })}
          onSelect={setChosen}
        />
      </Stack>
      {template ? (
        <FillTemplate key={template.uriTemplate} connection={connection} template={template} />
      ) : resource ? (
        <Stack gap={3} grow scroll pad={[3, 4]} className={styles['detail']}>
          <h2>{translateServerText(resource.title ?? resource.name ?? resource.uri)}</h2>
          <ReadResource
            key={resource.uri}
            atOnce={resource.uri === named}
            connection={connection}
            uri={resource.uri}
            about={resource}
          />
        </Stack>
      ) : (
        <div />
      )}
    </Split>
  )
}

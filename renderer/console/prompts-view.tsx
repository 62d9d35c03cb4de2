import { MessageSquareText } from 'lucide-react'
import { useRef, useState } from 'react'
import { translateServerText, useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Split } from '../ui/split.tsx'
import { Form, Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { FieldName } from '../form/field-name.tsx'
import { promptSchema, type Prompt } from '../mcp/protocol.ts'
import { useListing } from '../mcp/use-listing.ts'
import { CompletingInput } from './completing-input.tsx'
import { focusFirstFinding } from './parts/checked-form.tsx'
import styles from './parts/console.module.css'
import { ItemList } from './item-list.tsx'
import { RequestStatus } from './request-status.tsx'
import { useRequest } from './use-request.ts'

function GetPrompt({ connection, prompt }: { readonly connection: string; readonly prompt: Prompt }) {
  const t = useText()
  const [values, setValues] = useState<Record<string, string>>({})
  const request = useRequest(connection)
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const isMissing = (name: string, required: boolean | undefined): boolean =>
    required === true && (values[name] ?? '') === ''
  return (
    <Form
      ref={form}
      gap={3}
      grow
      scroll
      pad={[3, 4]}
      className={styles['detail']}
      onSubmit={() => {
        setTried(true)
        if (prompt.arguments?.some(({ name, required }) => isMissing(name, required)))
          return focusFirstFinding(() => form.current)
        const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
        return void request.send('prompts/get', { name: prompt.name, arguments: given })
      }}
    >
      <h2>{translateServerText(prompt.title ?? prompt.name)}</h2>
      {prompt.description ? (
        <Text as="p" tone="quiet">
          {translateServerText(prompt.description)}
        </Text>
      ) : null}
      {(prompt.arguments ?? []).map(({ name, description, required }) => (
        <Field
          key={name}
          label={<FieldName name={name} required={required} />}
          hint={translateServerText(description)}
          error={tried && isMissing(name, required) ? t('console.form.required') : undefined}
        >
          <CompletingInput
            connection={connection}
            reference={{ type: 'ref/prompt', name: prompt.name }}
            argument={name}
            value={values[name] ?? ''}
            others={values}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        </Field>
      ))}
      <Stack row gap={2} wrap>
        <Button type="submit" tone="primary">
          {t('console.prompt.get')}
        </Button>
      </Stack>
      <RequestStatus state={request} cancel={request.cancel} />
    </Form>
  )
}

/** A server's prompts, with argument completion. */
export function PromptsView({ connection }: { readonly connection: string }) {
  const t = useText()
  const listing = useListing(connection, 'prompts/list', 'prompts', promptSchema)
  const [chosen, setChosen] = useState<string>()
  const prompt = listing.items.find((item) => item.name === chosen) ?? listing.items[0]
  return (
    <Split id="console-prompts" direction="horizontal" first={28} most={460}>
      <ItemList
        label={t('console.tab.prompts')}
        listing={listing}
        selected={prompt?.name}
        describe={(item) => ({
          id: item.name,
          title: item.name,
          note: translateServerText(item.description ?? item.title),
          icon: MessageSquareText,
        })}
        onSelect={setChosen}
      />
      {prompt ? (
        <GetPrompt key={`${connection}/${prompt.name}`} connection={connection} prompt={prompt} />
      ) : (
        <div />
      )}
    </Split>
  )
}

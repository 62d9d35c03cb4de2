import { Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { useText } from '../i18n/text.ts'
import { useWorkbench, workbench } from '../app/workbench.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { FailureText } from '../app/failure-text.tsx'
import styles from './settings.module.css'

/** Named secrets: they can be set and removed, never read back. */
export function SecretsSection() {
  const t = useText()
  const [list, setList] = useState<readonly { name: string; strength: 'encrypted' | 'plain' }[]>([])
  const [draft, setDraft] = useState({ name: '', value: '' })
  const [error, setError] = useState<Failure>()
  const strength = useWorkbench((state) => state.capabilities?.secrets)
  const generation = useWorkbench((state) => state.generation)
  const load = useCallback(async () => setList(await workbench.call('secrets.list', {})), [])
  useEffect(() => {
    if (generation > 0) void load()
  }, [generation, load])

  const save = async (): Promise<void> => {
    try {
      await workbench.call('secrets.set', draft)
      setDraft({ name: '', value: '' })
      setError(undefined)
      await load()
    } catch (cause) {
      setError(toFailure(cause))
    }
  }
  return (
    <Stack as="section" id="settings-secrets" gap={2} className={styles['section']}>
      <h2>{t('settings.secrets')}</h2>
      <Text as="p" tone="quiet" small>
        {t(strength === 'encrypted' ? 'settings.secrets.encrypted' : 'settings.secrets.plain')}
      </Text>
      <ul className={styles['keymap']} aria-label={t('settings.secrets')}>
        {list.map((secret) => (
          <li key={secret.name}>
            <code>{`\${secret:${secret.name}}`}</code>
            <Badge tone={secret.strength === 'encrypted' ? 'good' : 'warning'}>
              {t(`settings.secrets.is.${secret.strength}`)}
            </Badge>
            <IconButton
              label={t('settings.secrets.remove', { name: secret.name })}
              icon={Trash2}
              onClick={() => void workbench.call('secrets.remove', { name: secret.name }).then(load)}
            />
          </li>
        ))}
      </ul>
      <Stack
        as="form"
        row
        align="end"
        gap={2}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label={t('settings.secrets.name')}>
          <Input
            required
            pattern="[\w.\-]{1,80}"
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        </Field>
        <Field label={t('settings.secrets.value')}>
          <Input
            required
            type="password"
            value={draft.value}
            onChange={(event) => setDraft({ ...draft, value: event.target.value })}
          />
        </Field>
        <Button type="submit">{t('settings.secrets.save')}</Button>
      </Stack>
      {error ? (
        <Text as="p" tone="bad" role="alert">
          <FailureText failure={error} />
        </Text>
      ) : null}
    </Stack>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useConsole } from '../parts/console-store.ts'
import styles from '../parts/console.module.css'

/** For a server that requires authentication: sign in with a browser, or configure a header. */
export function SignIn({ connection: { id, name } }: { readonly connection: Connection }) {
  const t = useText()
  const [clientId, setClientId] = useState('')
  const [clientSecret, setClientSecret] = useState('')
  /** The browser's sign-in URL; undefined until known. */
  const [address, setAddress] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const signIn = (): void => {
    const own = new AbortController()
    abort.current = own
    setAddress('')
    setFailure(undefined)
    workbench
      .call(
        'connections.signIn',
        { id, ...(clientId === '' ? {} : { clientId, clientSecret }) },
        { signal: own.signal, onProgress: (progress) => setAddress(progress.address) },
      )
      .catch((error: unknown) => {
        if (!own.signal.aborted) setFailure(toFailure(error))
      })
      .finally(() => setAddress(undefined))
  }
  return (
    <Stack gap={2} pad={3} ground="warning-ground" className={styles['consent']} role="alert">
      <h3>{t('console.signIn.title', { name })}</h3>
      {address === undefined ? (
        <>
          <p>{t('console.signIn.text')}</p>
          <Stack row gap={2} wrap>
            <Button tone="primary" onClick={signIn}>
              {t('console.signIn.act')}
            </Button>
            <Button onClick={() => useConsole.setState({ editing: { name } })}>
              {t('console.signIn.headers')}
            </Button>
          </Stack>
          <details>
            <summary>{t('console.signIn.given')}</summary>
            <Stack gap={2}>
              <Field label={t('console.signIn.clientId')}>
                <Input value={clientId} onChange={(event) => setClientId(event.target.value)} />
              </Field>
              <Field label={t('console.signIn.clientSecret')}>
                <Input
                  type="password"
                  value={clientSecret}
                  onChange={(event) => setClientSecret(event.target.value)}
                />
              </Field>
            </Stack>
          </details>
        </>
      ) : (
        <>
          <p role="status">{t('console.signIn.waiting')}</p>
          {address === '' ? null : (
            <p>
              <a href={address} target="_blank" rel="noreferrer">
                {t('console.signIn.open')}
              </a>
            </p>
          )}
          <div>
            <Button onClick={() => abort.current?.abort()}>{t('ui.cancel')}</Button>
          </div>
        </>
      )}
      {failure ? (
        <Text as="p" tone="bad">
          <FailureText failure={failure} />
        </Text>
      ) : null}
    </Stack>
  )
}

/* oxlint-disable jsx-a11y/no-autofocus -- the first field of a dialog that was just asked for */
import { useEffect, useState } from 'react'
import { lendInputSchema, LOAN_MINUTES } from '#shared/workbench/areas/loans.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { workbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Segment } from '../../ui/segment.tsx'
import { Form } from '../../ui/stack.tsx'
import styles from './start-dialog.module.css'

/** Option for typing a new key, which is then stored. */
const TYPED = ''

/** Name of a typed key, so that it is found again for the same host. */
const nameFor = (kind: string, host: string): string =>
  `${kind}.${host.replace(/^https?:\/\//, '').replaceAll(/[^\w.-]/g, '-')}`.slice(0, 80)

/** Lends a user's key to one sandbox, for one host and a limited time. */
export function LendDialog({ sandbox, close }: { readonly sandbox: SandboxInfo; close(): void }) {
  const t = useText()
  const [host, setHost] = useState('github.com')
  const [kind, setKind] = useState<'token' | 'ssh'>('token')
  const [secretNames, setSecretNames] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<string>()
  const [value, setValue] = useState('')
  const [user, setUser] = useState('')
  const [minutes, setMinutes] = useState<(typeof LOAN_MINUTES)[number]>(LOAN_MINUTES[0])
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void workbench.call('secrets.list', {}).then(
      (all) => setSecretNames(all.map(({ name }) => name)),
      (error: unknown) => setFailure(toFailure(error)),
    )
  }, [])
  const usual = nameFor(kind, host.trim())
  const secret = chosen ?? (secretNames.includes(usual) ? usual : TYPED)
  const isHost = lendInputSchema.shape.host.safeParse(host).success
  const ready = isHost && (secret !== TYPED || value.trim() !== '')

  const lend = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { platform, sandboxId } = sandbox
      const name = secret === TYPED ? usual : secret
      if (secret === TYPED) await workbench.call('secrets.set', { name, value })
      await workbench.call('sandboxes.lend', { platform, sandboxId, host, kind, secret: name, user, minutes })
      close()
    } catch (error) {
      setFailure(toFailure(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('sandboxes.lend.title')}
      description={t('sandboxes.lend.hint')}
    >
      <Form gap={3} onSubmit={() => ready && !busy && void lend()}>
        <Field
          label={t('sandboxes.lend.host')}
          error={isHost || host.trim() === '' ? undefined : t('sandboxes.lend.host.bad')}
        >
          <Input value={host} autoFocus onChange={(event) => setHost(event.target.value)} />
        </Field>
        <Segment
          label={t('sandboxes.lend.kind')}
          value={kind}
          options={[
            { value: 'token', label: t('sandboxes.lend.token') },
            { value: 'ssh', label: t('sandboxes.lend.ssh') },
          ]}
          onChange={setKind}
        />
        <Field label={t('sandboxes.lend.secret')}>
          <Select value={secret} onChange={(event) => setChosen(event.target.value)}>
            <option value={TYPED}>{t('sandboxes.lend.typed')}</option>
            {secretNames.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {secret === TYPED ? (
          <Field
            label={t(kind === 'ssh' ? 'sandboxes.lend.ssh.value' : 'sandboxes.lend.token.value')}
            hint={t('sandboxes.lend.value.hint', { name: usual })}
          >
            {kind === 'ssh' ? (
              <textarea
                className={styles['env']}
                rows={5}
                spellCheck={false}
                autoComplete="off"
                value={value}
                onChange={(event) => setValue(event.target.value)}
              />
            ) : (
              <Input type="password" value={value} onChange={(event) => setValue(event.target.value)} />
            )}
          </Field>
        ) : null}
        {kind === 'token' ? (
          <Field label={t('sandboxes.lend.user')} hint={t('sandboxes.lend.user.hint')}>
            <Input value={user} onChange={(event) => setUser(event.target.value)} />
          </Field>
        ) : null}
        <Field label={t('sandboxes.lend.time')}>
          <Select
            value={minutes}
            onChange={({ target }) =>
              setMinutes(LOAN_MINUTES.find((one) => String(one) === target.value) ?? LOAN_MINUTES[0])
            }
          >
            {LOAN_MINUTES.map((one) => (
              <option key={one} value={one}>
                {one < 60
                  ? t('sandboxes.lend.minutes', { count: one })
                  : t('sandboxes.lend.hours', { count: one / 60 })}
              </option>
            ))}
          </Select>
        </Field>
        <FailureNotice
          failure={
            failure?.code === 'SECRETS_NOT_SAFE' ? { ...failure, hint: t('sandboxes.lend.notSafe') } : failure
          }
          onPlainSecrets={() => void lend()}
        />
        <DialogActions>
          <Button onClick={close}>{t('sandboxes.cancel')}</Button>
          <Button
            type="submit"
            tone="primary"
            reason={busy ? t('ui.wait') : ready ? undefined : t('ui.need')}
          >
            {t('sandboxes.lend.go')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

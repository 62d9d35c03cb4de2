import { PLATFORM_FORM } from '#shared/sandbox/lifecycle.ts'
import { useText } from '../../i18n/text.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './start-dialog.module.css'

/** Credentials of the image's registry; never stored. */
export interface RegistryLogin {
  readonly username: string
  readonly password: string
}

export const NO_LOGIN: RegistryLogin = { username: '', password: '' }

/** A login needs both. */
export const signedIn = (login: RegistryLogin): RegistryLogin | undefined =>
  login.username !== '' && login.password !== '' ? login : undefined

/** Whether the text is valid; empty leaves the choice to the engine. */
export const isImagePlatform = (text: string): boolean =>
  text.trim() === '' || PLATFORM_FORM.test(text.trim())

interface RegistryFieldsProps {
  readonly imagePlatform: string
  readonly login: RegistryLogin
  onPlatform(imagePlatform: string): void
  onLogin(login: RegistryLogin): void
}

/** How an engine pulls a missing image: CPU architecture and credentials. */
export function RegistryFields({ imagePlatform, login, onPlatform, onLogin }: RegistryFieldsProps) {
  const t = useText()
  return (
    <details className={styles['wide']}>
      <summary>{t('sandboxes.start.registry')}</summary>
      <Stack gap={3} pad={[2, 0]}>
        <Field
          label={t('sandboxes.start.imagePlatform')}
          hint={t('sandboxes.start.imagePlatform.hint')}
          error={isImagePlatform(imagePlatform) ? undefined : t('sandboxes.start.imagePlatform.bad')}
        >
          <Input
            value={imagePlatform}
            spellCheck={false}
            onChange={(event) => onPlatform(event.target.value)}
          />
        </Field>
        <Field label={t('sandboxes.commit.user')} hint={t('sandboxes.start.registry.hint')}>
          <Input
            value={login.username}
            autoComplete="off"
            onChange={(event) => onLogin({ ...login, username: event.target.value })}
          />
        </Field>
        <Field label={t('sandboxes.commit.password')}>
          <Input
            type="password"
            value={login.password}
            autoComplete="off"
            onChange={(event) => onLogin({ ...login, password: event.target.value })}
          />
        </Field>
      </Stack>
    </details>
  )
}

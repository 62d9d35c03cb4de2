/* oxlint-disable jsx-a11y/no-autofocus -- the first field of a dialog that was just asked for */
import { useState } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { parseEnv } from '../sandboxes/presets.ts'
import formStyles from '../sandboxes/start-dialog.module.css'
import { newTerminal } from '../sessions/actions.ts'

interface NewTerminalDialogProps {
  readonly sandbox: SandboxInfo
  /** The environment that the sandbox's sessions get anyway. */
  readonly env: Readonly<Record<string, string>>
  close(): void
}

/** A terminal with a user, a directory and an environment of its own. */
export function NewTerminalDialog({ sandbox, env, close }: NewTerminalDialogProps) {
  const t = useText()
  const [name, setName] = useState('')
  const [user, setUser] = useState('')
  const [cwd, setCwd] = useState('')
  const [plain, setPlain] = useState(false)
  const [text, setText] = useState(() =>
    Object.entries(env)
      .map(([key, value]) => `${key}=${value}`)
      .join('\n'),
  )
  const parsed = parseEnv(text)
  const open = (): void => {
    if (!('env' in parsed)) return
    const given = (value: string): string | undefined => value.trim() || undefined
    const own = { name: given(name), remoteUser: given(user), cwd: given(cwd) }
    void newTerminal(sandbox, { env: parsed.env, plain, ...own }).catch(() => undefined)
    close()
  }
  return (
    <Dialog open onOpenChange={close} title={t('sandboxes.new.title')}>
      <form
        className={formStyles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <Field label={t('sandboxes.new.name')}>
          <Input value={name} autoFocus onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t('sandboxes.new.user')} hint={t('sandboxes.new.user.hint')}>
          <Input value={user} onChange={(event) => setUser(event.target.value)} />
        </Field>
        <Field label={t('sandboxes.new.cwd')}>
          <Input value={cwd} onChange={(event) => setCwd(event.target.value)} />
        </Field>
        <div className={formStyles['wide']}>
          <Field
            label={t('sandboxes.start.env')}
            error={'badLine' in parsed ? t('sandboxes.start.env.bad', { line: parsed.badLine }) : undefined}
          >
            <textarea
              className={formStyles['env']}
              rows={3}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        </div>
        <label className={formStyles['wide']}>
          <input type="checkbox" checked={plain} onChange={(event) => setPlain(event.target.checked)} />{' '}
          {t('sandboxes.new.plain')}
        </label>
        <div className={formStyles['wide']}>
          <DialogActions>
            <Button onClick={close}>{t('sandboxes.cancel')}</Button>
            <Button type="submit" tone="primary" disabled={'badLine' in parsed}>
              {t('sandboxes.new.open')}
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  )
}

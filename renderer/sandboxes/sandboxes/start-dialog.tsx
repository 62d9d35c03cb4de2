/* oxlint-disable jsx-a11y/no-autofocus -- the first field of a dialog that was just asked for */
import { useState } from 'react'
import type { StartFields } from '#shared/documents/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { CopyCode } from '../code/copy-code.tsx'
import { useShown } from '../sessions/shown.ts'
import { parseEnv, rememberEnv, rememberStart, useStartMemory } from './presets.ts'
import { PresetBar } from './preset-bar.tsx'
import { startSandbox } from './sandbox-store.ts'
import styles from './start-dialog.module.css'

const number = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))
const given = (name: string, value: number | string | undefined): object =>
  value === undefined || value === '' ? {} : { [name]: value }

const requestOf = (platform: string, fields: StartFields) => ({
  platform,
  image: fields.image.trim(),
  wait: fields.wait,
  ...given('cpus', number(fields.cpus)),
  ...given('memory', fields.memory.trim()),
  ...given('disk', fields.disk.trim()),
  ...given('autoStopMinutes', number(fields.idle)),
  ...given('autoDeleteSeconds', number(fields.deleteAfter)),
})

/** Whether nobody went elsewhere while a sandbox started: who did is not fetched back. */
function stayed(before: ReturnType<typeof useShown.getState>, started: string): boolean {
  const now = useShown.getState()
  return now.section === before.section && (now.place === before.place || now.place === started)
}

interface StartDialogProps {
  readonly open: boolean
  onOpenChange(open: boolean): void
}

/** Everything that a start takes, with what was used last time already filled in. */
export function StartDialog({ open, onOpenChange }: StartDialogProps) {
  const t = useText()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('sandboxes.start.title')} width={560}>
      {open ? <StartForm close={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

function StartForm({ close }: { close(): void }) {
  const t = useText()
  const last = useStartMemory((memory) => memory.last)
  const images = useStartMemory((memory) => memory.images)
  const connections = useWorkbench((state) => state.connections)
  const platforms = connections.filter(({ kind }) => kind === 'platform')
  // What is known may come after the dialog: until something is chosen or typed, the newest counts.
  const [chosen, setPlatform] = useState<string>()
  const platform = chosen ?? platforms[0]?.id ?? ''
  const [typed, setFields] = useState<StartFields>()
  const fields = typed ?? last
  const env = parseEnv(fields.env)
  const set = (change: Partial<StartFields>): void => setFields({ ...fields, ...change })
  const valid = fields.image.trim() !== '' && 'env' in env && platform !== ''

  const start = (): void => {
    if (!('env' in env)) return
    rememberStart(fields)
    close()
    const looking = useShown.getState()
    void startSandbox(requestOf(platform, fields)).then((info) => {
      if (!info) return
      const place = `${info.platform}/${info.sandboxId}`
      rememberEnv(place, env.env)
      if (stayed(looking, place)) useShown.setState({ place, section: 'terminals' })
    })
  }
  const text = (name: 'cpus' | 'memory' | 'disk' | 'idle' | 'deleteAfter', numeric: boolean) => (
    <Input
      value={fields[name]}
      inputMode={numeric ? 'decimal' : 'text'}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (valid) start()
      }}
    >
      <PresetBar fields={fields} onChoose={setFields} />
      <div className={styles['wide']}>
        <Field label={t('sandboxes.start.image')}>
          <Input
            value={fields.image}
            list="sandbox-images"
            required
            autoFocus
            onChange={(event) => set({ image: event.target.value })}
          />
        </Field>
        <datalist id="sandbox-images">
          {images.map((image) => (
            <option key={image} value={image} aria-label={image} />
          ))}
        </datalist>
      </div>
      {platforms.length > 1 ? (
        <div className={styles['wide']}>
          <Field label={t('sandboxes.start.platform')}>
            <Select value={platform} onChange={(event) => setPlatform(event.target.value)}>
              {platforms.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      ) : null}
      <Field label={t('sandboxes.start.cpus')}>{text('cpus', true)}</Field>
      <Field label={t('sandboxes.start.memory')} hint={t('sandboxes.start.memory.hint')}>
        {text('memory', false)}
      </Field>
      <Field label={t('sandboxes.start.disk')} hint={t('sandboxes.start.delete.hint')}>
        {text('disk', false)}
      </Field>
      <Field label={t('sandboxes.start.idle')}>{text('idle', true)}</Field>
      <Field label={t('sandboxes.start.delete')} hint={t('sandboxes.start.delete.hint')}>
        {text('deleteAfter', true)}
      </Field>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={fields.wait}
          onChange={(event) => set({ wait: event.target.checked })}
        />
        {t('sandboxes.start.wait')}
      </label>
      <div className={styles['wide']}>
        <Field
          label={t('sandboxes.start.env')}
          hint={t('sandboxes.start.env.hint')}
          error={'badLine' in env ? t('sandboxes.start.env.bad', { line: env.badLine }) : undefined}
        >
          <textarea
            className={styles['env']}
            rows={3}
            spellCheck={false}
            value={fields.env}
            onChange={(event) => set({ env: event.target.value })}
          />
        </Field>
      </div>
      <div className={styles['wide']}>
        <DialogActions>
          <CopyCode action={{ kind: 'start', ...requestOf(platform, fields) }} platform={platform} />
          <Button onClick={close}>{t('sandboxes.cancel')}</Button>
          <Button type="submit" tone="primary" disabled={!valid}>
            {t('sandboxes.start.go')}
          </Button>
        </DialogActions>
      </div>
    </form>
  )
}

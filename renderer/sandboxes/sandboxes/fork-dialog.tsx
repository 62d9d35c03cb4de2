/* oxlint-disable jsx-a11y/no-autofocus -- the first field of a dialog that was just asked for */
import { useState } from 'react'
import { MAX_COPIES, type SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { Form } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { actOn, useActions } from './sandbox-actions.ts'
import { changeKnown, noteStarted, useSandboxes } from './sandbox-store.ts'
import { envOf, rememberEnv } from './start-memory.ts'

interface ForkDialogProps {
  readonly sandbox: SandboxInfo
  /** The sandbox's displayed name. */
  readonly title: string
  close(): void
}

/** The current time as `20261123-083512`, a tag that sorts by time. */
const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')

/** Stores names locally if the platform did not. */
function keepNames(platform: string, sandboxIds: readonly string[], name: string): void {
  const { sandboxes } = useSandboxes.getState()
  for (const [index, sandboxId] of sandboxIds.entries()) {
    const info = sandboxes.find((one) => one.platform === platform && one.sandboxId === sandboxId)
    if (info && info.name === undefined) changeKnown(placeOf(info), { name: `${name} ${index + 1}` })
  }
}

/** Copies a sandbox's files into new sandboxes. */
export function ForkDialog({ sandbox, title, close }: ForkDialogProps) {
  const t = useText()
  const [count, setCount] = useState('1')
  const [name, setName] = useState(() => t('sandboxes.fork.of', { name: title.slice(0, 60) }))
  const number = /^\d+$/.test(count.trim()) ? Number(count) : 0
  const good = number >= 1 && number <= MAX_COPIES
  const fork = async (): Promise<void> => {
    close()
    const { platform, sandboxId } = sandbox
    const imageTag = `fork-${sandboxId.slice(0, 12)}:${stamp()}`
    const called = name.trim() || title
    let made: readonly string[] = []
    const done = await actOn(sandbox, 'fork', async (place) => {
      const env = { ...envOf(placeOf(sandbox)) }
      const request = { ...place, count: number, name: called, imageTag, env }
      made = (await workbench.call('sandboxes.fork', request)).sandboxIds
      for (const place of made.map((sandboxId) => placeOf({ platform, sandboxId }))) {
        rememberEnv(place, env)
        noteStarted(place)
      }
    })
    if (!done) return
    keepNames(platform, made, called)
    const values = { count: made.length, name: title }
    useActions.setState({ done: { place: placeOf(sandbox), key: 'sandboxes.fork.done', values } })
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('sandboxes.fork.title')}
      description={t('sandboxes.fork.hint')}
    >
      <Form onSubmit={() => good && fork()}>
        <Field
          label={t('sandboxes.fork.count')}
          error={good ? undefined : t('sandboxes.fork.bad', { most: MAX_COPIES })}
        >
          <Input
            value={count}
            inputMode="numeric"
            autoFocus
            onChange={(event) => setCount(event.target.value)}
          />
        </Field>
        <Field label={t('sandboxes.name')}>
          <Input value={name} maxLength={70} onChange={(event) => setName(event.target.value)} />
        </Field>
        <DialogActions>
          <Button onClick={close}>{t('sandboxes.cancel')}</Button>
          <Button type="submit" tone="primary" reason={good ? undefined : t('ui.wrong')}>
            {t('sandboxes.fork.go')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

import { useState } from 'react'
import { openWith } from '../app/intents.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Form } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { type Confirmation, useConfirmation } from './command.ts'

/** Asks for confirmation and a sandbox before a command runs. */
export function AskDialog() {
  const confirmation = useConfirmation((state) => state.confirmation)
  return confirmation ? <Ask confirmation={confirmation} /> : null
}

function Ask({ confirmation }: { readonly confirmation: Confirmation }) {
  const t = useText()
  const { command, sandboxes, isForeign, answer } = confirmation
  const [place, setPlace] = useState(confirmation.place ?? '')
  const [trust, setTrust] = useState(false)
  const start = (): void => {
    answer(undefined)
    void openWith('sandboxes.shell', {})
  }
  return (
    <Dialog
      open
      onOpenChange={() => answer(undefined)}
      title={t('investigations.ask')}
      description={isForeign ? t('investigations.ask.foreign') : undefined}
    >
      <Form gap={3} onSubmit={() => (place === '' ? start() : answer({ place, trust }))}>
        <Text
          as="code"
          breaks
          pad={2}
          style={{ background: 'var(--sunken)', whiteSpace: 'pre-wrap', maxHeight: 240, overflow: 'auto' }}
        >
          {command}
        </Text>
        {sandboxes.length === 0 ? (
          <Text as="p">{t('investigations.ask.none')}</Text>
        ) : (
          <Field label={t('investigations.ask.sandbox')}>
            <Select value={place} onChange={(event) => setPlace(event.target.value)}>
              {sandboxes.map((one) => (
                <option key={one.place} value={one.place}>
                  {one.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {isForeign && sandboxes.length > 0 ? (
          <label>
            <input type="checkbox" checked={trust} onChange={(event) => setTrust(event.target.checked)} />{' '}
            {t('investigations.ask.trust')}
          </label>
        ) : null}
        <DialogActions>
          <Button onClick={() => answer(undefined)}>{t('investigations.cancel')}</Button>
          <Button type="submit" tone="primary">
            {sandboxes.length === 0 ? t('investigations.ask.start') : t('investigations.ask.run')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

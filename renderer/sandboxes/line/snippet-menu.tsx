/* oxlint-disable jsx-a11y/no-autofocus -- the first field of a dialog that was just asked for */
import { ScrollText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Snippet } from '#shared/documents/sandboxes.ts'
import { Form } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { submitAgain } from '../sessions/actions.ts'
import formStyles from '../sandboxes/start-dialog.module.css'
import { emptyLine, type LineState, replaced } from './line-state.ts'
import { filledIn, loadSnippets, parametersOf, removeSnippet, saveSnippet, useSnippets } from './snippets.ts'

interface SnippetMenuProps {
  readonly id: string
  read(): LineState
  write(state: LineState): void
}

/** Saved commands, and scripts from this machine. */
export function SnippetMenu({ id, read, write }: SnippetMenuProps) {
  const t = useText()
  const snippets = useSnippets()
  const [dialog, setDialog] = useState<
    { readonly kind: 'new' } | { readonly kind: 'fill'; readonly snippet: Snippet }
  >()
  const chooser = useRef<HTMLInputElement>(null)
  useEffect(() => void loadSnippets(), [])
  const insert = (text: string): void => {
    const line = read()
    write(replaced(line.text === '' ? emptyLine : line, line.cursor, line.cursor, text))
  }
  const choose = (snippet: Snippet): void => {
    if (parametersOf(snippet.text).length > 0) setDialog({ kind: 'fill', snippet })
    else insert(snippet.text)
  }
  const runScript = async (file: File | undefined): Promise<void> => {
    if (file) submitAgain(id, scriptCommand(file.name, await file.text()))
  }
  return (
    <>
      <Menu
        label={t('sandboxes.snippets')}
        icon={ScrollText}
        entries={[
          ...snippets.map((snippet) => ({ label: snippet.name, act: () => choose(snippet) })),
          {
            label: t('sandboxes.snippets.save'),
            apart: snippets.length > 0,
            act: () => setDialog({ kind: 'new' }),
          },
          { label: t('sandboxes.script'), act: () => chooser.current?.click() },
          ...snippets.map((snippet, index) => ({
            label: t('sandboxes.snippets.remove', { name: snippet.name }),
            danger: true,
            apart: index === 0,
            act: () => removeSnippet(snippet.name),
          })),
        ]}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={t('sandboxes.script')}
        onChange={(event) => void runScript(event.target.files?.[0])}
      />
      {dialog?.kind === 'new' ? <NewSnippet text={read().text} close={() => setDialog(undefined)} /> : null}
      {dialog?.kind === 'fill' ? (
        <FillIn snippet={dialog.snippet} use={insert} close={() => setDialog(undefined)} />
      ) : null}
    </>
  )
}

/** Wraps a script in one command: a here-document with a delimiter that does not occur inside. */
function scriptCommand(name: string, text: string): string {
  let end = 'END_OF_SCRIPT'
  while (text.split('\n').includes(end)) end += '_'
  const shell = /^#!.*?\b(python3?|node|perl|ruby|sh|zsh)\b/.exec(text)?.[1] ?? 'bash'
  const reads = shell === 'bash' || shell === 'sh' || shell === 'zsh' ? `${shell} -s` : `${shell} -`
  return `${reads} <<'${end}' # ${name.replace(/[^\w. -]/g, '_')}\n${text.replace(/\r\n/g, '\n').replace(/\n?$/, '\n')}${end}`
}

function NewSnippet({ text: first, close }: { readonly text: string; close(): void }) {
  const t = useText()
  const [name, setName] = useState('')
  const [text, setText] = useState(first)
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('sandboxes.snippets.save')}
      description={t('sandboxes.snippets.hint')}
    >
      <Field label={t('sandboxes.snippets.name')}>
        <Input value={name} autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('sandboxes.snippets.text')}>
        <textarea
          className={formStyles['env']}
          rows={5}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <DialogActions>
        <Button onClick={close}>{t('sandboxes.cancel')}</Button>
        <Button
          tone="primary"
          reason={name.trim() === '' || text.trim() === '' ? t('ui.need') : undefined}
          onClick={() => {
            saveSnippet({ name: name.trim(), text })
            close()
          }}
        >
          {t('sandboxes.snippets.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface FillInProps {
  readonly snippet: Snippet
  use(text: string): void
  close(): void
}

function FillIn({ snippet, use, close }: FillInProps) {
  const t = useText()
  const [values, setValues] = useState<Record<string, string>>({})
  return (
    <Dialog open onOpenChange={close} title={snippet.name}>
      <Form
        onSubmit={() => {
          use(filledIn(snippet.text, values))
          close()
        }}
      >
        {parametersOf(snippet.text).map((name, index) => (
          <Field key={name} label={name}>
            <Input
              autoFocus={index === 0}
              value={values[name] ?? ''}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </Field>
        ))}
        <pre>{filledIn(snippet.text, values)}</pre>
        <DialogActions>
          <Button onClick={close}>{t('sandboxes.cancel')}</Button>
          <Button type="submit" tone="primary">
            {t('sandboxes.snippets.insert')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

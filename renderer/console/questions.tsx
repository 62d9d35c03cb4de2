import { useEffect, useState } from 'react'
import type { Question } from '#shared/workbench/areas/console.ts'
import { useText } from '../i18n/text.ts'
import { useWorkbench, workbench } from '../app/workbench.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import styles from './parts/console.module.css'
import { initialValue, type FormSchema } from '../form/schema.ts'
import { CheckedForm, useChecked } from './parts/checked-form.tsx'
import { LongText } from './long-text.tsx'

type Result = Record<string, unknown> | null
interface AnswerProps {
  readonly question: Question
  answer(result: Result): void
}

/** A server asks for values in a form of its own making. */
function Elicitation({ question, answer }: AnswerProps) {
  const t = useText()
  const schema = (question.params['requestedSchema'] ?? {}) as FormSchema
  const [value, setValue] = useState<Record<string, unknown>>(
    () => (initialValue({ type: 'object', ...schema }, schema) ?? {}) as Record<string, unknown>,
  )
  const checked = useChecked(schema, value)
  const { message, url } = question.params
  return (
    <>
      <p>{typeof message === 'string' ? message : ''}</p>
      {typeof url === 'string' ? (
        <code>{url}</code>
      ) : (
        <CheckedForm checked={checked} schema={schema} value={value} onChange={setValue} />
      )}
      <DialogActions>
        <Button onClick={() => answer(null)}>{t('console.question.decline')}</Button>
        <Button
          tone="primary"
          onClick={() => {
            if (typeof url === 'string') answer({ action: 'accept' })
            else if (checked.passes()) answer({ action: 'accept', content: value })
          }}
        >
          {t('console.question.send')}
        </Button>
      </DialogActions>
    </>
  )
}

/** A server asks for a model's answer; the person may write one, since Orrery brings no model. */
function Sampling({ question, answer }: AnswerProps) {
  const t = useText()
  const [text, setText] = useState('')
  return (
    <>
      <p>{t('console.question.samplingText')}</p>
      <LongText text={JSON.stringify(question.params, null, 2)} label={t('console.question.request')} />
      <Field label={t('console.question.reply')}>
        <textarea
          className={styles['area']}
          rows={5}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <DialogActions>
        <Button onClick={() => answer(null)}>{t('console.question.decline')}</Button>
        <Button
          tone="primary"
          disabled={text === ''}
          onClick={() =>
            answer({
              role: 'assistant',
              model: 'person',
              stopReason: 'endTurn',
              content: { type: 'text', text },
            })
          }
        >
          {t('console.question.send')}
        </Button>
      </DialogActions>
    </>
  )
}

/** A server asks which folders it may work in. */
function Roots({ answer }: AnswerProps) {
  const t = useText()
  const [path, setPath] = useState('')
  return (
    <>
      <p>{t('console.question.rootsText')}</p>
      <Field label={t('console.question.folder')} hint={t('console.question.folderHint')}>
        <Input value={path} onChange={(event) => setPath(event.target.value)} />
      </Field>
      <DialogActions>
        <Button onClick={() => answer(null)}>{t('console.question.noFolder')}</Button>
        <Button
          tone="primary"
          disabled={!path.startsWith('/') && !/^[A-Za-z]:/.test(path)}
          onClick={() =>
            answer({
              roots: [
                { uri: new URL(`file://${path}`).href, name: path.split('/').findLast(Boolean) ?? path },
              ],
            })
          }
        >
          {t('console.question.allowFolder')}
        </Button>
      </DialogActions>
    </>
  )
}

const FORMS = {
  'elicitation/create': Elicitation,
  'sampling/createMessage': Sampling,
  'roots/list': Roots,
} as const

/** Puts what servers ask to the person, one question after the other; closing the window declines. */
export function Questions() {
  const t = useText()
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const generation = useWorkbench((state) => state.generation)
  useEffect(() => {
    if (generation === 0) return undefined
    void workbench.call('console.questions', {}).then(setQuestions)
    return workbench.on('console.asked', setQuestions)
  }, [generation])
  const name = useWorkbench(
    (state) => state.connections.find(({ id }) => id === questions[0]?.connection)?.name,
  )
  const [question] = questions
  if (!question) return null
  const Form = FORMS[question.method]
  const answer = (result: Result): void =>
    void workbench.call('console.answer', { id: question.id, result }).catch(() => undefined)
  return (
    <Dialog
      open
      onOpenChange={() => answer(null)}
      title={t('console.question.title', { name: name ?? question.connection })}
      width={560}
    >
      <Form key={question.id} question={question} answer={answer} />
    </Dialog>
  )
}

import { useState } from 'react'
import type { Question } from '#shared/workbench/areas/console.ts'
import { useText } from '../i18n/text.ts'
import { workbench } from '../app/workbench.ts'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Stack } from '../ui/stack.tsx'
import { useQuestions } from './parts/questions-store.ts'
import styles from './parts/console.module.css'
import { initialValue, type FormSchema } from '../form/schema.ts'
import { CheckedForm, useChecked } from './parts/checked-form.tsx'
import { LongText } from './parts/long-text.tsx'

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

const FORMS = {
  'elicitation/create': Elicitation,
  'sampling/createMessage': Sampling,
} as const

/** What a server asks of the person, as a card in its connection: it waits there, and covers nothing. */
export function QuestionCards({ connection, name }: { readonly connection: string; readonly name: string }) {
  const t = useText()
  const questions = useQuestions().filter((question) => question.connection === connection)
  return questions.map((question) => {
    const Form = FORMS[question.method]
    const answer = (result: Result): void =>
      void workbench.call('console.answer', { id: question.id, result }).catch(() => undefined)
    const title = t('console.question.title', { name })
    return (
      <Stack key={question.id} as="section" gap={2} pad={3} className={styles['question']} aria-label={title}>
        <h2>{title}</h2>
        <Form question={question} answer={answer} />
      </Stack>
    )
  })
}

import { CornerDownLeft, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { runCommand } from '../../app/commands.ts'
import { useText } from '../../app/i18n/text.ts'
import { useConnection, useWorkbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { openTab } from '../tabs/tabs-store.ts'
import styles from './memory.module.css'
import { loadTemplates, type Template } from './templates.ts'

type State = readonly Template[] | 'loading' | WorkbenchError

function useTemplates(): { state: State; reload(): void } {
  const connection = useConnection('model')
  const generation = useWorkbench((state) => state.generation)
  const [state, setState] = useState<State>('loading')
  const [attempt, setAttempt] = useState(0)
  const id = connection?.id
  const ready = connection?.state === 'ready'
  useEffect(() => {
    if (id === undefined || !ready) return
    const controller = new AbortController()
    setState('loading')
    loadTemplates(id, controller.signal).then(
      (templates) => setState(templates),
      (error: unknown) => {
        if (error instanceof WorkbenchError && error.code !== 'CANCELLED') setState(error)
      },
    )
    return () => controller.abort()
  }, [id, ready, generation, attempt])
  return { state, reload: () => setAttempt(attempt + 1) }
}

const open = ({ query, parameters }: Template): void => {
  openTab({ text: query, parameters })
}

/** What the server itself suggests asking: its templates and its examples. */
export function TemplatesPanel() {
  const t = useText()
  const { state, reload } = useTemplates()
  const [search, setSearch] = useState('')
  const needle = search.toLowerCase()
  const groups = ['templates', 'examples'] as const
  if (state instanceof WorkbenchError) {
    return (
      <EmptyState
        title={state.message}
        hint={state.hint ?? ''}
        action={<Button onClick={reload}>{t('ui.retry')}</Button>}
      />
    )
  }
  const shown =
    state === 'loading'
      ? []
      : state.filter(({ id, query }) => `${id} ${query}`.toLowerCase().includes(needle))
  return (
    <div className={styles['panel']}>
      <div className={styles['head']}>
        <Input
          type="search"
          value={search}
          placeholder={t('query.templates.search')}
          aria-label={t('query.templates.search')}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className={styles['list']}>
        {state === 'loading' ? <p className={styles['quiet']}>{t('ui.loading')}</p> : null}
        {groups.map((group) => (
          <details key={group} open>
            <summary>{t(`query.templates.${group}`)}</summary>
            <ul>
              {shown
                .filter(({ from }) => from === group)
                .map((template) => (
                  <li key={template.id} className={styles['saved']}>
                    <button type="button" title={template.query} onClick={() => open(template)}>
                      {group === 'templates' ? <strong>{template.id}</strong> : null}
                      <code>{template.query}</code>
                    </button>
                    <div className={styles['foot']}>
                      <span>
                        {Object.keys(template.parameters)
                          .map((name) => `$${name}`)
                          .join(' ')}
                      </span>
                      <IconButton
                        icon={CornerDownLeft}
                        label={t('query.templates.open', { id: template.id })}
                        onClick={() => open(template)}
                      />
                      <IconButton
                        icon={Play}
                        label={t('query.templates.run', { id: template.id })}
                        onClick={() => {
                          open(template)
                          requestAnimationFrame(() => void runCommand('query.run'))
                        }}
                      />
                    </div>
                  </li>
                ))}
            </ul>
          </details>
        ))}
      </div>
    </div>
  )
}

import { CornerDownLeft, Play } from 'lucide-react'
import { useState } from 'react'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { Truncate } from '../../ui/truncate.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { briefQuery } from './brief-query.ts'
import { TemplateNeeds } from './template-needs.tsx'
import { templateTitle } from './templates.ts'
import styles from './memory.module.css'
import { openTemplate, runTemplate, useTemplates } from './use-templates.ts'

/** The server's query templates and examples. */
export function TemplatesPanel() {
  const t = useText()
  const { state, reload } = useTemplates()
  const [search, setSearch] = useState('')
  const needle = search.toLowerCase()
  const groups = ['templates', 'examples'] as const
  if (state instanceof WorkbenchError) {
    return (
      <EmptyState
        reason="failed"
        title={state.message}
        hint={state.hint ?? ''}
        action={<Button onClick={reload}>{t('ui.retry')}</Button>}
      />
    )
  }
  const shown =
    state === 'loading'
      ? []
      : state.filter(({ id, query }) =>
          `${id} ${templateTitle(t, id)} ${query}`.toLowerCase().includes(needle),
        )
  return (
    <Stack grow>
      <Stack row align="stretch" gap={0.5} fixed pad={[1.5, 2]} line="bottom" className={styles['head']}>
        <SearchInput label={t('query.templates.search')} value={search} onSearch={setSearch} />
      </Stack>
      <Stack grow scroll className={styles['list']}>
        {state === 'loading' ? (
          <Text as="p" tone="quiet" pad={3}>
            {t('ui.loading')}
          </Text>
        ) : null}
        {groups.map((group) => (
          <details key={group} open>
            <summary>{t(`query.templates.${group}`)}</summary>
            <ul>
              {shown
                .filter(({ from }) => from === group)
                .map((template) => (
                  <li key={template.id} className={styles['saved']}>
                    <button type="button" title={template.query} onClick={() => openTemplate(template)}>
                      {group === 'templates' ? <strong>{templateTitle(t, template.id)}</strong> : null}
                      {/* Truncated at the start: templates begin alike and differ at their end. */}
                      <Text as="code" lines={7}>
                        {briefQuery(template.query)}
                      </Text>
                      <TemplateNeeds query={template.query} />
                    </button>
                    <Stack row fixed className={styles['foot']}>
                      <Truncate grow tone="quiet" small>
                        {Object.keys(template.parameters)
                          .map((name) => `$${name}`)
                          .join(' ')}
                      </Truncate>
                      <IconButton
                        icon={CornerDownLeft}
                        label={t('query.templates.open', { id: templateTitle(t, template.id) })}
                        onClick={() => openTemplate(template)}
                      />
                      <IconButton
                        icon={Play}
                        label={t('query.templates.run', { id: templateTitle(t, template.id) })}
                        onClick={() => runTemplate(template)}
                      />
                    </Stack>
                  </li>
                ))}
            </ul>
          </details>
        ))}
      </Stack>
    </Stack>
  )
}

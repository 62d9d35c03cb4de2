import { Text } from '../../ui/text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { openPanel } from '../tabs/side-store.ts'
import { briefQuery } from './brief-query.ts'
import styles from './starters.module.css'
import { TemplateNeeds } from './template-needs.tsx'
import { templateTitle, type Template } from './templates.ts'
import { runTemplate, useTemplates } from './use-templates.ts'

/** Number of suggestions. */
const OFFERED = 6

/** Whether a template runs without filling in placeholders and parameters. */
const isReady = ({ from, query, parameters }: Template): boolean =>
  from === 'templates' && !/<[a-z0-9 ]+>/.test(query) && !Object.values(parameters).includes('')

/** Without the arguments of the source, which several have in common, if anything follows that tells them apart. */
const shortened = (query: string): string =>
  briefQuery(query).replace(/\bwith\([^()]*\)(?= \| (?!limit))/, 'with(…)')

/** Suggested first queries from the server; one click runs one. Empty without suggestions. */
export function Starters() {
  const t = useText()
  const { state } = useTemplates()
  const offered = Array.isArray(state) ? (state as readonly Template[]).filter(isReady).slice(0, OFFERED) : []
  if (offered.length === 0) return null
  return (
    <>
      <p id="query-starters">{t('query.starters')}</p>
      <Stack as="ul" className={styles['starters']} aria-labelledby="query-starters">
        {offered.map((template) => (
          <li key={template.id}>
            <button type="button" title={template.query} onClick={() => runTemplate(template)}>
              <strong>{templateTitle(t, template.id)}</strong>
              <Text as="code" lines={2}>
                {shortened(template.query)}
              </Text>
              <TemplateNeeds query={template.query} />
            </button>
          </li>
        ))}
      </Stack>
      <Button tone="link" onClick={() => openPanel('templates')}>
        {t('query.starters.all')}
      </Button>
    </>
  )
}

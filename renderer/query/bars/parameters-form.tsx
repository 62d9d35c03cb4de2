import { useEffect, useMemo } from 'react'
import { parameterNames } from '#shared/spl/service/parameters.ts'
import { runCommand } from '../../app/run-command.ts'
import { useText } from '../../i18n/text.ts'
import { Input } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { parameterValue } from '../../spl/asked.ts'
import { activeTab, changeTab, useTabs } from '../tabs/tabs-store.ts'
import { useRuns } from '../run/run-store.ts'
import styles from './bars.module.css'

function kindOf(text: string): string {
  const value = parameterValue(text)
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
}

/** A field for each `$name` in the text; hidden without parameters. */
export function ParametersForm() {
  const t = useText()
  const tab = useTabs(activeTab)
  const names = useMemo(() => parameterNames(tab.text), [tab.text])
  const asking = useRuns((state) => state.asking)
  useEffect(() => {
    if (asking?.tab !== tab.id) return
    useRuns.setState({ asking: undefined })
    document
      .querySelector<HTMLInputElement>(`#query-tab-panel input[name=${CSS.escape(asking.parameter)}]`)
      ?.focus()
  }, [asking, tab.id])
  if (names.length === 0) return null
  return (
    <Stack
      row
      wrap
      fixed
      pad={[1, 2]}
      line="top"
      ground="ground"
      style={{ gap: '6px 14px' }}
      role="group"
      aria-label={t('query.parameters')}
    >
      <Text tone="quiet" small>
        {t('query.parameters')}
      </Text>
      {names.map((name) => {
        const text = tab.parameters[name]
        return (
          <Stack key={name} as="label" row gap={2} className={styles['parameter']}>
            <code>${name}</code>
            <Input
              name={name}
              value={text ?? ''}
              placeholder={t('query.parameters.unset')}
              aria-invalid={text === undefined || text === ''}
              onKeyDown={(event) => {
                if (event.key === 'Enter') void runCommand('query.run')
              }}
              onChange={(event) => {
                const { [name]: _, ...others } = tab.parameters
                const typed = event.target.value
                changeTab(tab.id, { parameters: typed === '' ? others : { ...others, [name]: typed } })
              }}
            />
            <Text tone="faint" small>
              {text === undefined || text === '' ? '' : kindOf(text)}
            </Text>
          </Stack>
        )
      })}
    </Stack>
  )
}

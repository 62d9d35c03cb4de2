import { useEffect } from 'react'
import { useText } from '../app/i18n/text.ts'
import { keepTabs, useTabs } from './tabs/tabs-store.ts'

/** The analyst's query bench. */
export function QueryBench() {
  const t = useText()
  const loaded = useTabs((state) => state.loaded)
  useEffect(() => void keepTabs(), [])
  return <p>{loaded ? t('query.group') : t('ui.loading')}</p>
}

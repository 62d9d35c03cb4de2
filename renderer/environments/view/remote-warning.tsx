import { useEffect } from 'react'
import { useText } from '../../i18n/text.ts'
import { useTabs } from '../session/tabs.ts'
import { isRemote, usePlatforms } from '../session/use-platform.ts'
import styles from './environments.module.css'
import { Stack } from '../../ui/stack.tsx'

/** Remote sandboxes go on costing someone something until they are closed: said while any is open, and asked when leaving. */
export function RemoteWarning() {
  const t = useText()
  const platforms = usePlatforms()
  const tabs = useTabs()
  const open = tabs.filter(
    (tab) =>
      tab.kind === 'environment' &&
      tab.sandboxId !== undefined &&
      isRemote(platforms.find(({ id }) => id === tab.platform)),
  ).length
  useEffect(() => {
    if (open === 0) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [open])
  if (open === 0) return null
  return (
    <Stack
      role="status"
      as="p"
      row
      gap={2}
      fixed
      pad={[1, 2]}
      line="bottom"
      tone="warning"
      className={styles['warning']}
    >
      {t('environments.remote.open', { count: open })}
    </Stack>
  )
}

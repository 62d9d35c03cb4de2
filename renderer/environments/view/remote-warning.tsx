import { useEffect } from 'react'
import { useText } from '../../i18n/text.ts'
import { closeEnvironment } from '../session/play.ts'
import { useActiveTab, useTabs } from '../session/tabs.ts'
import { isRemote, usePlatforms } from '../session/use-platform.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Truncate } from '../../ui/truncate.tsx'

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
  )
  const isNone = open.length === 0
  const front = useActiveTab()
  useEffect(() => {
    if (isNone) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNone])
  // A tab of this machine's has nothing to do with it.
  if (isNone || (front?.kind === 'environment' && !open.includes(front))) return null
  return (
    <Stack role="status" row gap={2} fixed pad={[1, 2]} line="bottom" tone="warning" ground="warning-ground">
      <Truncate grow>{t('environments.remote.open', { count: open.length })}</Truncate>
      <Button onClick={() => void Promise.all(open.map(({ id }) => closeEnvironment(id)))}>
        {t('environments.remote.close', { count: open.length })}
      </Button>
    </Stack>
  )
}

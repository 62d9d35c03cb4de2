import { Star } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { usePlatform } from '../session/use-platform.ts'
import { setView } from '../session/view-store.ts'
import { Stack } from '../../ui/stack.tsx'
import styles from './catalogue-panel.module.css'
import {
  type CatalogueItem,
  toggleFavourite,
  useIsFavourite,
  useProblem,
} from '../catalogue/catalogue-store.ts'
import { EntryDetails } from './entry-details.tsx'

interface SelectedItemProps {
  readonly offer: CatalogueItem
  /** Why it cannot be opened. */
  readonly reason: string | undefined
  onOpen(): void
}

/** What can be done with the chosen environment, and what is known of it. */
export function SelectedItem({ offer: { id, entry }, reason, onOpen }: SelectedItemProps) {
  const t = useText()
  const favourite = useIsFavourite(id)
  const problem = useProblem(usePlatform()?.id ?? '', id)
  return (
    <Stack gap={2} fixed scroll pad={2} line="top" className={styles['details']}>
      <Stack row align="stretch" gap={1.5}>
        <Button tone="primary" reason={reason} onClick={onOpen}>
          {t('environments.catalogue.open')}
        </Button>
        <IconButton
          icon={Star}
          label={t(favourite ? 'environments.catalogue.unfavour' : 'environments.catalogue.favour')}
          aria-pressed={favourite}
          onClick={() => toggleFavourite(id)}
        />
        <Button onClick={() => setView({ dialog: 'batch' })}>{t('environments.batch.open')}</Button>
      </Stack>
      <EntryDetails id={id} entry={entry} problem={problem} />
    </Stack>
  )
}

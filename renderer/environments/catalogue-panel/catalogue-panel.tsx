import { FilePlus, LayoutList, RefreshCw, Rows3, Star } from 'lucide-react'
import { type KeyboardEvent, useEffect } from 'react'
import { PYTHON_TEMPLATE } from '#shared/gem/python-template.ts'
import { useKeyRefusal } from '../../app/key-role.ts'
import { saveFile } from '../../app/save-file.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { FailureHint } from '../../app/failure-text.tsx'
import { offerBatch, setView, useBenchView } from '../session/view-store.ts'
import { openEnvironment } from '../session/play.ts'
import { usePlatform, usePlatforms } from '../session/use-platform.ts'
import {
  type Catalogue,
  loadCatalogue,
  type CatalogueItem,
  useCatalogue,
  toggleFavourite,
  useIsFavourite,
  useProblem,
} from '../catalogue/catalogue-store.ts'
import { PluginNotice } from './plugin-notice.tsx'
import { itemElement, ItemList } from './item-list.tsx'
import { useItemList } from './use-item-list.ts'
import { EntryDetails } from './entry-details.tsx'

/** The platform's environments: search, favourites, recent ones, families; Enter opens. */
export function CataloguePanel() {
  const t = useText()
  const platform = usePlatform()
  const catalogue = useCatalogue(platform?.id)
  const list = useItemList(catalogue.items)
  const cards = useBenchView((state) => state.cards)
  const { current } = list
  const own = catalogue.problems.length > 0 || catalogue.items.some(({ entry }) => entry?.source === 'plugin')
  useReloadOnFocus(own ? platform?.id : undefined)
  const lacking = platform ? undefined : t('environments.platform.none')
  const noOpen = useKeyRefusal()(platform?.id ?? '') ?? lacking
  const open = (offer: CatalogueItem): void => {
    if (!platform || noOpen !== undefined) return
    void openEnvironment(platform.id, offer.id)
    // Clears the search; the opened environment stays selected.
    list.found(offer.id)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && current) open(current.offer)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!list.walk(event.key === 'ArrowDown' ? 1 : -1)) return
    } else return
    event.preventDefault()
  }
  return (
    <Stack grow>
      <Stack gap={1.5} pad={2}>
        <PlatformField />
        <Input
          type="search"
          id="environments-search"
          role="combobox"
          aria-label={t('environments.catalogue.search')}
          aria-controls="environments-catalogue"
          aria-expanded
          aria-activedescendant={current ? itemElement(current.key) : undefined}
          placeholder={t('environments.catalogue.search')}
          value={list.search}
          onChange={(event) => list.find(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Stack row justify="space-between">
          <Text as="p" tone="faint" small>
            {catalogue.items.length > 0 &&
              t(
                list.shown === catalogue.items.length
                  ? 'environments.catalogue.all'
                  : 'environments.catalogue.count',
                {
                  shown: list.shown,
                  total: catalogue.items.length,
                },
              )}
          </Text>
          <Stack as="span" row>
            <IconButton
              icon={cards ? Rows3 : LayoutList}
              label={t(cards ? 'environments.catalogue.rows' : 'environments.catalogue.cards')}
              onClick={() => setView({ cards: !cards })}
            />
            <IconButton
              icon={FilePlus}
              label={t('environments.plugins.template')}
              onClick={() => saveFile('guess.py', PYTHON_TEMPLATE, 'text/x-python')}
            />
            <IconButton
              icon={RefreshCw}
              label={t('environments.plugins.reload')}
              reason={lacking}
              onClick={() => platform && void loadCatalogue(platform.id)}
            />
          </Stack>
        </Stack>
        {platform && noOpen !== undefined ? <Notice role="note">{noOpen}</Notice> : null}
        {catalogue.problems.map((problem) => (
          <PluginNotice key={problem.file} problem={problem} />
        ))}
      </Stack>
      <CatalogueState catalogue={catalogue} platform={platform?.id} />
      {list.search.trim() !== '' && list.rows.length === 0 && catalogue.items.length > 0 ? (
        <EmptyState
          title={t('environments.catalogue.noMatch', { search: list.search.trim() })}
          action={<Button onClick={() => list.find('')}>{t('ui.clearSearch')}</Button>}
        />
      ) : (
        <ItemList list={list} onKeyDown={onKeyDown} onOpen={open} />
      )}
      {current ? (
        <SelectedItem offer={current.offer} reason={noOpen} onOpen={() => open(current.offer)} />
      ) : (
        <Stack as="p" tone="faint" small pad={[1, 2]} line="top">
          {t('environments.catalogue.choose')}
        </Stack>
      )}
    </Stack>
  )
}

/** Reloads on window focus, to pick up plugins saved in an editor. */
function useReloadOnFocus(platform: string | undefined): void {
  useEffect(() => {
    if (platform === undefined) return
    const read = (): void => void loadCatalogue(platform)
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [platform])
}

/** Platform select, if there are several. */
function PlatformField() {
  const t = useText()
  const platforms = usePlatforms()
  const platform = usePlatform()
  if (platforms.length < 2) return null
  return (
    <Field label={t('environments.platform')}>
      <Select value={platform?.id} onChange={(event) => setView({ platform: event.target.value })}>
        {platforms.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

interface CatalogueStateProps {
  readonly catalogue: Catalogue
  readonly platform: string | undefined
}

/** Why the list is empty or not the platform's own. */
function CatalogueState({ catalogue: { state, kind, items, failure }, platform }: CatalogueStateProps) {
  const t = useText()
  if (failure) {
    return (
      <EmptyState
        reason="failed"
        title={failure.message}
        hint={<FailureHint failure={failure} />}
        action={
          <Button onClick={() => platform !== undefined && void loadCatalogue(platform)}>
            {t('ui.retry')}
          </Button>
        }
      />
    )
  }
  if (state === 'loading')
    return items.length === 0 ? <EmptyState reason="busy" title={t('ui.loading')} /> : null
  return kind === 'catalogue' ? null : (
    <Text as="p" tone="faint" small pad={[1, 2]}>
      {t(`environments.catalogue.${kind}`)}
    </Text>
  )
}

interface SelectedItemProps {
  readonly offer: CatalogueItem
  /** Why it cannot be opened. */
  readonly reason: string | undefined
  onOpen(): void
}

/** Details and actions of the selected environment. */
function SelectedItem({ offer: { id, entry }, reason, onOpen }: SelectedItemProps) {
  const t = useText()
  const favourite = useIsFavourite(id)
  const problem = useProblem(usePlatform()?.id ?? '', id)
  return (
    <Stack gap={2} fixed scroll pad={2} line="top" style={{ maxHeight: '48%' }}>
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
        <Button reason={reason} onClick={() => offerBatch(id)}>
          {t('environments.batch.open')}
        </Button>
      </Stack>
      <EntryDetails id={id} entry={entry} problem={problem} />
    </Stack>
  )
}

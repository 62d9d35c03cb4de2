import { X } from 'lucide-react'
import { useState } from 'react'
import type { FileMatch } from '#shared/workbench/areas/file-search.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { List } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Row } from '../../ui/row.tsx'
import { Segment } from '../../ui/segment.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { SearchOptions, type Ways } from '../parts/search-options.tsx'
import { openFile } from './open-file.ts'
import { startSearch, stopSearch, useSearches } from './search-store.ts'
import { shownName } from '../../ui/shown-name.ts'
import { nameOf } from './tree-store.ts'

/* oxlint-disable jsx-a11y/no-autofocus -- the field that was just asked for */

/** Row height in px: a line of the file, and its location. */
const ROW = 44

interface SearchPanelProps {
  readonly sandbox: SandboxInfo
  /** The folder to search. */
  readonly folder: string
  close(): void
}

/** Searches file names or contents in a folder; a match opens the file at its line. */
export function SearchPanel({ sandbox, folder, close }: SearchPanelProps) {
  const t = useText()
  const place = `${sandbox.platform}/${sandbox.sandboxId}`
  const search = useSearches((searches) => searches[place])
  const [text, setText] = useState(search?.query.text ?? '')
  const [what, setWhat] = useState(search?.query.what ?? 'contents')
  const [ways, setWays] = useState<Ways>(search?.query ?? {})
  const start = (): void => {
    if (text === '') return
    const { caseSensitive = false, wholeWord = false, regex = false } = ways
    void startSearch(sandbox, { path: folder, what, text, caseSensitive, wholeWord, regex })
  }
  return (
    <Stack grow ground="ground" role="search" aria-label={t('sandboxes.files.search')}>
      <Form
        gap={1.5}
        pad={2}
        line="bottom"
        onSubmit={start}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
        }}
      >
        <Stack row gap={1}>
          <Input
            value={text}
            autoFocus
            style={{ flex: 1 }}
            aria-label={t('sandboxes.files.search.text')}
            placeholder={t('sandboxes.files.search.in', { folder: shownName(folder) })}
            onChange={(event) => setText(event.target.value)}
          />
          <IconButton label={t('ui.close')} icon={X} onClick={close} />
        </Stack>
        <Stack row gap={1} wrap>
          <Segment
            label={t('sandboxes.files.search.what')}
            options={(['contents', 'names'] as const).map((value) => ({
              value,
              label: t(`sandboxes.files.search.${value}`),
            }))}
            value={what}
            onChange={setWhat}
          />
          <SearchOptions ways={ways} onChange={setWays} />
          <Button type="submit" reason={text === '' ? t('ui.need') : undefined}>
            {t('sandboxes.files.search.go')}
          </Button>
        </Stack>
      </Form>
      <Outcome place={place} />
      <List
        label={t('sandboxes.files.search.matches')}
        items={search?.matches ?? []}
        keyOf={({ path, line }) => `${path}\0${line}`}
        rowHeight={ROW}
      >
        {(match) => <MatchRow place={place} folder={search?.query.path ?? folder} match={match} />}
      </List>
    </Stack>
  )
}

interface MatchRowProps {
  readonly place: string
  readonly folder: string
  readonly match: FileMatch
}

function MatchRow({ place, folder, match }: MatchRowProps) {
  const { path, line, column, text } = match
  const below = path.startsWith(folder) ? path.slice(folder.length).replace(/^\//, '') : path
  const where = shownName(below)
  return (
    <Row
      label={line > 0 ? <code>{text}</code> : shownName(nameOf(path))}
      note={line > 0 ? `${where}:${line}` : where}
      onClick={() => openFile({ place, path, line, column })}
    />
  )
}

/** Progress or result of the search. */
function Outcome({ place }: { readonly place: string }) {
  const t = useText()
  const search = useSearches((searches) => searches[place])
  if (!search) return null
  const { matches, looked, total, abort, end, problem } = search
  if (problem) {
    return (
      <Notice tone="bad" role="alert">
        <FailureText failure={problem} />
      </Notice>
    )
  }
  const left = end ? [end.large > 0, end.binary > 0] : []
  const words = [
    t('sandboxes.files.search.found', { count: matches.length }),
    end
      ? t('sandboxes.files.search.files', { count: end.files })
      : t(abort ? 'sandboxes.files.search.looked' : 'sandboxes.files.search.stopped', { looked, total }),
    end?.isCut ? t('sandboxes.files.search.cut') : '',
    left[0] ? t('sandboxes.files.search.large', { count: end?.large ?? 0 }) : '',
    left[1] ? t('sandboxes.files.search.binary', { count: end?.binary ?? 0 }) : '',
    end ? t('sandboxes.files.search.folders') : '',
  ]
  return (
    <Stack row gap={2} pad={[1.5, 2]} line="bottom">
      <Text as="p" small tone="quiet" role="status" style={{ flex: 1 }}>
        {words.filter(Boolean).join(' ')}
      </Text>
      {abort ? <Button onClick={() => stopSearch(place)}>{t('sandboxes.files.search.stop')}</Button> : null}
    </Stack>
  )
}

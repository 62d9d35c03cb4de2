import { ArrowRight, ChevronDown, X } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { appSettings } from '#shared/workbench/settings/index.ts'
import { stateMessage } from '../app/connection-state.ts'
import { benchById, ownBenches } from '../app/bench.ts'
import { BenchTitle, FindButton } from '../app/bench-header.tsx'
import { shownKeys } from '../app/keys.ts'
import { kindNow, nameOf, openRecent, titleNow, useRecents } from '../app/recents.ts'
import { openBench } from '../app/route.ts'
import { runCommand } from '../app/run-command.ts'
import { setSetting, useSetting, useSettings } from '../app/settings-store.ts'
import { isFinished, savedStep, startTour } from '../app/guide.ts'
import { useWorkbench } from '../app/workbench.ts'
import { showAge } from '../i18n/moment.ts'
import { locale, useText } from '../i18n/text.ts'
import { CARDS } from './cards.ts'
import { beginOwnStory, beginStory, STORY } from './begin-story.ts'
import { ownModels } from './own-model.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { List } from '../ui/list.tsx'
import { Mark } from '../ui/mark.tsx'
import { Menu } from '../ui/menu.tsx'
import { Row } from '../ui/row.tsx'
import { Stack } from '../ui/stack.tsx'
import { StateDot } from '../ui/state-dot.tsx'
import { Text } from '../ui/text.tsx'
import { useNarrow } from '../ui/narrow.ts'
import { useTheme } from '../ui/theme.ts'
import { useNow } from '../ui/use-now.ts'
import { Toolbar, ToolbarSpace } from '../ui/toolbar.tsx'
import styles from './start.module.css'

type Card = (typeof CARDS)[number]

/** Number of the story's steps. */
const STORY_STEPS = 5

/** Recent items shown; the palette has all. */
const MAX_RECENTS = 6

function close(): void {
  void setSetting(appSettings.startPage.name, false)
  void openBench('explorer')
}

/** The start page: what Orrery is for, one example per kind of work, and recent items. */
export function Start() {
  const t = useText()
  return (
    <>
      <Toolbar label={t('start.title')}>
        <BenchTitle title="start.title" />
        <ToolbarSpace />
        <FindButton />
        <IconButton label={t('start.close')} icon={X} onClick={close} />
      </Toolbar>
      <Stack grow scroll className={styles['page']}>
        <div className={styles['body']}>
          <Stack as="header" row gap={4}>
            <Text style={{ flex: 'none', color: 'var(--accent)' }}>
              <Mark size={48} />
            </Text>
            <Stack gap={1}>
              <Text as="strong" className={styles['name']}>
                {t('app.name')}
              </Text>
              <Text
                as="p"
                tone="quiet"
                style={{ maxWidth: '52rem', textWrap: 'balance', fontSize: 'var(--text-title)' }}
              >
                {t('start.lead')}
              </Text>
            </Stack>
          </Stack>
          <Stack gap={3}>
            <ul className={styles['cards']} aria-label={t('start.cards')}>
              <Story />
              {CARDS.map((card) => (
                <CardView key={card} card={card} />
              ))}
            </ul>
            <MoreBenches />
          </Stack>
          <div className={styles['columns']}>
            <Continue />
            <Connect />
            <Keys />
          </div>
          <Foot />
        </div>
      </Stack>
    </>
  )
}

/** Screenshots of the app (`npm run screenshots`), one per theme and language; loaded lazily. */
const pictures = import.meta.glob<string>('./pictures/*.webp', { query: '?url', import: 'default' })

/** Illustration of a card in the current theme; decorative. */
function Picture({
  card,
  style,
}: {
  readonly card: Card | 'story'
  readonly style?: CSSProperties | undefined
}) {
  useText()
  const name = `./pictures/${card}-${useTheme()}`
  const load = (locale() === 'zh' ? pictures[`${name}-zh.webp`] : undefined) ?? pictures[`${name}.webp`]
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    let here = true
    void load?.().then((address) => here && setShown(address))
    return () => {
      here = false
    }
  }, [load])
  return shown ? (
    <div className={styles['picture']} style={style}>
      <img src={shown} alt="" />
    </div>
  ) : null
}

function CardView({ card }: { readonly card: Card }) {
  const t = useText()
  const bench = benchById(card)
  const noted = useSettings(({ values }) => savedStep(card, values))
  const tour = { step: noted + 1, of: bench?.tour?.length ?? 0 }
  const begun = noted > 0 && tour.step <= tour.of
  return (
    <Stack as="li" gap={2} className={styles['card']}>
      <Picture card={card} style={card === 'explorer' ? WHOLE : undefined} />
      <h2>{t(`start.card.${card}`)}</h2>
      <Text as="p" tone="quiet" style={{ flex: 1 }}>
        {t(`start.card.${card}.text`)}
      </Text>
      <Stack gap={1} align="start">
        <Button onClick={() => void runCommand(`start.example.${card}`)}>
          {t(`start.card.${card}.example`)}
          <ArrowRight size={14} aria-hidden />
        </Button>
        {bench ? (
          <Stack row gap={1} wrap className={styles['ways']}>
            <Button tone="quiet" onClick={() => void openBench(card)}>
              {t('start.open', { bench: t(bench.title) })}
            </Button>
            <Button
              tone="quiet"
              aria-label={t(begun ? 'start.tour.resumeOf' : 'start.tour', { ...tour, bench: t(bench.title) })}
              onClick={() => void startTour(card)}
            >
              {begun ? t('start.tour.resume', tour) : t('app.tour')}
            </Button>
          </Stack>
        ) : null}
      </Stack>
    </Stack>
  )
}

/** The benches without a card: what they add to the others. */
function MoreBenches() {
  const t = useText()
  return (
    <Stack row wrap gap={4} tone="quiet" small>
      {(['query', 'investigations'] as const).map((bench) => (
        <span key={bench}>
          <Button tone="link" onClick={() => void openBench(bench)}>
            {t(`app.bench.${bench}`)}
          </Button>{' '}
          {t(`start.more.${bench}`)}
        </span>
      ))}
    </Stack>
  )
}

/** A picture of which nothing is cut: its ground goes on around it. */
const WHOLE = { '--fit': 'contain', '--from': 'center' } as CSSProperties

/** Page width in px from which the story's picture has room beside its text. */
const BESIDE_FROM_PX = 660

/** The end of the chart, where the payments rise. */
const ABOVE = { '--from': 'right top' } as CSSProperties

/** Picture on the left of the text. */
const BESIDE = {
  ...ABOVE,
  flex: '0 0 15rem',
  alignSelf: 'stretch',
  minHeight: '6rem',
  aspectRatio: 'auto',
  margin: '-12px 0 -16px -16px',
  borderRadius: 'var(--radius) 0 0 var(--radius)',
} as CSSProperties

/** The first suggestion: an incident, from the alert to its cause. */
function Story() {
  const t = useText()
  const noted = useSettings(({ values }) => savedStep(STORY, values))
  const finished = useSettings(({ values }) => isFinished(STORY, values))
  const narrow = useNarrow(BESIDE_FROM_PX)
  return (
    <Stack
      as="li"
      row={!narrow}
      gap={narrow ? 2 : 4}
      className={styles['card']}
      style={{ gridColumn: '1 / -1' }}
    >
      <Picture card="story" style={narrow ? ABOVE : BESIDE} />
      <Stack row wrap grow gap={3}>
        <Stack gap={1} style={{ flex: '1 1 16rem' }}>
          <Stack row gap={2} wrap>
            <h2>{t('start.story')}</h2>
            {finished ? <Badge tone="good">{t('start.story.finished')}</Badge> : null}
          </Stack>
          <Text as="p" tone="quiet">
            {t('start.story.text')}
          </Text>
        </Stack>
        <Stack row wrap gap={2}>
          <OwnStory />
          <Button tone={finished ? 'plain' : 'primary'} onClick={() => void beginStory()}>
            {finished
              ? t('start.story.again')
              : noted > 0
                ? t('start.story.resume', { step: noted + 1, of: STORY_STEPS })
                : t('start.story.begin')}
            <ArrowRight size={14} aria-hidden />
          </Button>
        </Stack>
      </Stack>
    </Stack>
  )
}

/** The same on a model of one's own; which one is asked where several are connected and none of them is used. */
function OwnStory() {
  const t = useText()
  const models = useWorkbench(useShallow(ownModels))
  const [first] = models
  if (!first) return null
  if (models.length === 1)
    return <Button onClick={() => void beginOwnStory(first)}>{t('start.own', { model: first.name })}</Button>
  return (
    <Menu
      trigger={
        <Button>
          {t('start.own.which')} <ChevronDown size={14} aria-hidden />
        </Button>
      }
      entries={models.map((model) => ({ label: model.name, act: () => void beginOwnStory(model) }))}
    />
  )
}

function Continue() {
  const t = useText()
  const items = useRecents((state) => state.items)
  const now = useNow(items.length > 0 ? 60_000 : undefined)
  return (
    <Stack as="section" gap={1}>
      <h2>{t('start.continue')}</h2>
      {items.length === 0 ? (
        <Text as="p" tone="quiet">
          {t('start.continue.none')}
        </Text>
      ) : (
        <List label={t('start.continue')} items={items.slice(0, MAX_RECENTS)} keyOf={(item) => nameOf(item)}>
          {(item) => {
            const Icon = ownBenches().find(({ recents }) => recents?.[item.kind])?.icon
            return (
              <Row
                icon={Icon ? <Icon size={14} aria-hidden /> : undefined}
                label={titleNow(item)}
                detail={[kindNow(item), item.at === undefined ? [] : showAge(item.at, now)]
                  .flat()
                  .join(' · ')}
                onClick={() => void openRecent(nameOf(item))}
              />
            )
          }}
        </List>
      )}
    </Stack>
  )
}

function Connect() {
  const t = useText()
  const connections = useWorkbench((state) => state.connections)
  return (
    <Stack as="section" gap={1}>
      <h2>{t('start.connect')}</h2>
      <Stack row gap={2} wrap>
        <Button onClick={() => void runCommand('console.add')}>{t('start.connect.server')}</Button>
        <Button onClick={() => void runCommand('environments.endpoint')}>{t('start.connect.agent')}</Button>
      </Stack>
      <List
        label={t('start.health')}
        items={connections.filter(({ embedded, state }) => !(embedded && state === 'stopped'))}
        keyOf={({ id }) => id}
      >
        {(connection) => (
          <Row
            icon={<StateDot state={connection.state} />}
            label={connection.name}
            note={connection.failure?.message}
            detail={t(stateMessage(connection))}
            onClick={() => void openBench('console')}
          />
        )}
      </List>
    </Stack>
  )
}

function Keys() {
  const t = useText()
  const desktop = useWorkbench((state) => state.capabilities?.host === 'desktop')
  const rows: (readonly [label: string, command: string])[] = [
    [t('start.keys.help'), 'app.help'],
    [t('start.keys.palette'), 'app.palette'],
    [t('start.keys.all'), 'app.help.keys'],
    [t('start.keys.settings'), 'app.go.settings'],
    // Browsers reserve Ctrl+digit for switching tabs.
    ...(desktop
      ? ownBenches()
          .filter(({ place }) => place === 'main')
          .map(({ id, title }) => [t(title), `app.go.${id}`] as const)
      : []),
  ]
  return (
    <Stack as="section" gap={1}>
      <h2>{t('start.keys')}</h2>
      <List label={t('start.keys')} items={rows} keyOf={([, id]) => id}>
        {([label, id]) => (
          <Row label={label} detail={<kbd>{shownKeys(id)}</kbd>} onClick={() => void runCommand(id)} />
        )}
      </List>
    </Stack>
  )
}

function Foot() {
  const t = useText()
  const version = useWorkbench((state) => state.capabilities?.version)
  const atLaunch = useSetting(appSettings.startPage)
  return (
    <Stack as="footer" row gap={4} tone="quiet" small wrap>
      <Stack as="label" row gap={2}>
        <input
          type="checkbox"
          checked={atLaunch}
          onChange={(event) => void setSetting(appSettings.startPage.name, event.target.checked)}
        />
        {t('start.atLaunch')}
      </Stack>
      {version ? <span>{t('start.version', { version })}</span> : null}
    </Stack>
  )
}

import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import type { AuditLine } from '#shared/workbench/areas/sandboxes.ts'
import { FailureHint } from '../../app/failure-text.tsx'
import { useWorkbench } from '../../app/workbench.ts'
import { showNumber, useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { List } from '../../ui/list.tsx'
import { Row } from '../../ui/row.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PlatformField } from '../parts/platform-field.tsx'
import { useSandboxes } from '../sandboxes/sandbox-store.ts'
import { currentPlatform, useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { AUDIT } from '../sessions/shown.ts'
import { ANYTHING, type Audit, type AuditFilter, isAnything, useAudit } from './use-audit.ts'

const OUTCOMES = ['ok', 'unchanged', 'failed', 'refused', 'begun'] as const
const TONES = {
  ok: 'neutral',
  unchanged: 'neutral',
  begun: 'neutral',
  failed: 'warning',
  refused: 'bad',
} as const
const SINCE = { 0: 'ever', 1: 'hour', 24: 'day', 168: 'week' } as const
/** Row height in px: two lines of text. */
const ROW = 48

/** The platforms with an audit log. */
export function useAuditing(): readonly Connection[] {
  const features = useSandboxes((state) => state.features)
  return useWorkbench((state) => state.connections).filter(({ id }) => features[id]?.audit)
}

/** Nobody has a key of the built-in one, which therefore keeps none: the others, if there are any. */
function likely(platforms: readonly Connection[]): readonly Connection[] {
  const others = platforms.filter(({ transport }) => transport !== 'embedded')
  return others.length > 0 ? others : platforms
}

/** Why no audit log can be read: no platform keeps one, or the user's keys are no admin's. */
export function useNoAudit(): string | undefined {
  const t = useText()
  const unsupported = useUnsupportedFeature()
  const reasons = likely(useAuditing()).map(({ id }) => unsupported('audit', id))
  return reasons.length === 0
    ? t('sandboxes.audit.none')
    : reasons.includes(undefined)
      ? undefined
      : reasons[0]
}

/** A platform's audit log, for users whose key may read it. */
export function AuditView() {
  const t = useText()
  const platforms = useAuditing()
  const [chosen, setChosen] = useState<string>()
  const platform = chosen ?? currentPlatform(likely(platforms), 'admin')
  return (
    <Stack grow gap={3} pad={[3, 4]} ground="surface">
      <h2 tabIndex={-1} data-place={AUDIT}>
        {t('sandboxes.audit')}
      </h2>
      <Text as="p" tone="quiet">
        {t('sandboxes.audit.hint')}
      </Text>
      <PlatformField platforms={platforms} value={platform ?? ''} onChange={setChosen} />
      {platform === undefined ? (
        <EmptyState icon={ScrollText} title={t('sandboxes.audit.none')} />
      ) : (
        <Calls key={platform} platform={platform} />
      )}
    </Stack>
  )
}

/** A platform's calls; filters only where there is something to filter. */
function Calls({ platform }: { readonly platform: string }) {
  const [wish, setWish] = useState(ANYTHING)
  const [typed, setTyped] = useState(wish)
  const audit = useAudit(platform, wish)
  const filter = (next: AuditFilter): void => {
    setWish(next)
    setTyped(next)
  }
  const isFiltered = !isAnything(wish)
  return (
    <>
      {isFiltered || (audit.read?.lines.length ?? 0) > 0 ? (
        <Filters typed={typed} onType={(more) => setTyped({ ...typed, ...more })} onFilter={filter} />
      ) : null}
      <Lines audit={audit} isFiltered={isFiltered} onFilter={(more) => filter({ ...wish, ...more })} />
    </>
  )
}

interface FiltersProps {
  readonly typed: AuditFilter
  onType(more: Partial<AuditFilter>): void
  onFilter(wish: AuditFilter): void
}

function Filters({ typed, onType, onFilter }: FiltersProps) {
  const t = useText()
  return (
    <Form row wrap gap={2} align="end" onSubmit={() => onFilter(typed)}>
      <Field label={t('sandboxes.audit.key')}>
        <Input value={typed.key} onChange={({ target }) => onType({ key: target.value.trim() })} />
      </Field>
      <Field label={t('sandboxes.audit.operation')}>
        <Input
          value={typed.operation}
          placeholder={t('sandboxes.audit.operation.example')}
          onChange={({ target }) => onType({ operation: target.value })}
        />
      </Field>
      <Field label={t('sandboxes.audit.object')}>
        <Input value={typed.object} onChange={({ target }) => onType({ object: target.value.trim() })} />
      </Field>
      <Field label={t('sandboxes.audit.outcome')}>
        <Select
          value={typed.outcome}
          onChange={({ target }) => onFilter({ ...typed, outcome: target.value as AuditFilter['outcome'] })}
        >
          <option value="">{t('sandboxes.audit.outcome.any')}</option>
          {OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              {t(`sandboxes.audit.outcome.${outcome}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('sandboxes.audit.since')}>
        <Select
          value={typed.hours}
          onChange={({ target }) => onFilter({ ...typed, hours: Number(target.value) })}
        >
          {Object.entries(SINCE).map(([hours, name]) => (
            <option key={hours} value={hours}>
              {t(`sandboxes.audit.since.${name}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit">{t('sandboxes.audit.show')}</Button>
    </Form>
  )
}

interface LinesProps {
  readonly audit: Audit
  readonly isFiltered: boolean
  onFilter(more: Partial<AuditFilter>): void
}

function Lines({ audit: { read, failure, busy, more, again }, isFiltered, onFilter }: LinesProps) {
  const t = useText()
  const [chosen, setChosen] = useState<AuditLine>()
  if (failure) {
    const retry = <Button onClick={again}>{t('sandboxes.audit.again')}</Button>
    return (
      <EmptyState
        reason="failed"
        title={failure.message}
        hint={<FailureHint failure={failure} />}
        action={retry}
      />
    )
  }
  if (!read) return <EmptyState reason="busy" title={t('ui.loading')} />
  const onMore = read.next === undefined ? undefined : more
  if (read.lines.length === 0) {
    return <NoLines isKept={read.isKept} isFiltered={isFiltered} onMore={onMore} />
  }
  return (
    <>
      <List
        label={t('sandboxes.audit')}
        items={read.lines}
        keyOf={keyOf}
        rowHeight={ROW}
        busy={busy}
        current={chosen && keyOf(chosen)}
        onEnd={more}
      >
        {(line) => (
          <Row
            label={[line.operation, line.object].filter(Boolean).join(' · ')}
            note={
              <>
                {line.key} · <Moment at={Date.parse(line.time)} />
              </>
            }
            detail={<Badge tone={TONES[line.outcome]}>{t(`sandboxes.audit.outcome.${line.outcome}`)}</Badge>}
            selected={line === chosen}
            onClick={() => setChosen(line === chosen ? undefined : line)}
          />
        )}
      </List>
      {chosen ? <LineFacts line={chosen} onFilter={onFilter} /> : null}
    </>
  )
}

/** Two calls with one key may end in the same millisecond; the request id differs. */
const keyOf = ({ request, time, operation, outcome }: AuditLine): string =>
  `${request} ${time} ${operation} ${outcome}`

interface NoLinesProps {
  readonly isKept: boolean
  readonly isFiltered: boolean
  readonly onMore: (() => void) | undefined
}

function NoLines({ isKept, isFiltered, onMore }: NoLinesProps) {
  const t = useText()
  const what = !isKept ? 'off' : isFiltered ? 'empty' : 'nothing'
  return (
    <EmptyState
      icon={ScrollText}
      title={t(`sandboxes.audit.${what}`)}
      hint={t(`sandboxes.audit.${what}.hint`)}
      action={onMore ? <Button onClick={onMore}>{t('sandboxes.audit.more')}</Button> : undefined}
    />
  )
}

/** Details of a call, with filters for similar ones. */
function LineFacts({ line, onFilter }: { readonly line: AuditLine } & Pick<LinesProps, 'onFilter'>) {
  const t = useText()
  const { time, key, operation, object, request, ms, trace } = line
  const alike = (name: string, wish: Partial<AuditFilter>) => (
    <Button tone="quiet" onClick={() => onFilter(wish)}>
      {t('sandboxes.audit.alike', { name })}
    </Button>
  )
  return (
    <Stack as="section" gap={2} line="top" pad={[2, 0]} aria-label={operation}>
      <Facts
        across
        facts={[
          [t('sandboxes.audit.time'), <Moment key="time" at={Date.parse(time)} />],
          [t('sandboxes.audit.took'), `${showNumber(ms)} ms`],
          [t('sandboxes.audit.request'), request],
          [t('sandboxes.audit.trace'), trace],
        ]}
      />
      <Stack row wrap gap={1}>
        {alike(key, { key })}
        {alike(operation, { operation })}
        {object === undefined ? null : alike(object, { object })}
      </Stack>
    </Stack>
  )
}

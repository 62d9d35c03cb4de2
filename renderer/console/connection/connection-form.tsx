import { useState } from 'react'
import { GEM_BASE } from '#shared/gem/rest.ts'
import { PROTOCOLS, type Protocol } from '#shared/telemetry/answer.ts'
import { type MessageKey, useText } from '../../i18n/text.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from '../parts/console.module.css'
import { type Draft, ERAS, type Kind, kindOf } from './connection-draft.ts'

/** Default base path of a platform's sandbox API. */
const SANDBOX_BASE = '/apis/envs/sandbox/v1'

const URL_HINTS: Readonly<Record<Kind, MessageKey>> = {
  stdio: 'console.add.urlHint',
  http: 'console.add.urlHint',
  platform: 'console.add.platformHint',
  telemetry: 'console.add.telemetryHint',
}

interface TelemetryFieldsProps {
  readonly draft: Draft
  set(part: Partial<Draft>): void
}

/** Rarely needed options of an endpoint: storages, timeout, trusted certificates. */
function TelemetryFields({ draft, set }: TelemetryFieldsProps) {
  const t = useText()
  return (
    <>
      <Field label={t('console.add.storages')} hint={t('console.add.storagesHint')}>
        <textarea
          className={styles['area']}
          rows={2}
          spellCheck={false}
          value={draft.storages}
          onChange={(event) => set({ storages: event.target.value })}
        />
      </Field>
      <Field label={t('console.add.timeLimit')}>
        <Input
          type="number"
          min={1}
          max={3600}
          placeholder="30"
          value={draft.timeLimit}
          onChange={(event) => set({ timeLimit: event.target.value })}
        />
      </Field>
      <Field label={t('console.add.caFile')} hint={t('console.add.caFileHint')}>
        <Input
          value={draft.caFile}
          placeholder="/etc/ssl/company-ca.pem"
          onChange={(event) => set({ caFile: event.target.value })}
        />
      </Field>
    </>
  )
}

interface ConnectionFormProps {
  readonly draft: Draft
  /** The name of an existing connection cannot change. */
  readonly fixed: boolean
  onChange(draft: Draft): void
}

/** A connection as a form. */
export function ConnectionForm({ draft, fixed, onChange }: ConnectionFormProps) {
  const t = useText()
  const set = (part: Partial<Draft>): void => onChange({ ...draft, ...part })
  const stdio = draft.kind === 'stdio'
  const [opened, setOpened] = useState(false)
  const model = kindOf(draft) === 'model'
  const { workspace, era, proxyUrl, sandboxPath, gemPath, timeLimit, caFile, storages } = draft
  const advanced =
    opened ||
    era !== 'auto' ||
    [workspace, proxyUrl, sandboxPath, gemPath, timeLimit, caFile, storages, stdio ? '' : draft.pairs].some(
      Boolean,
    )
  const pairs = (
    <Field
      label={t(stdio ? 'console.add.env' : 'console.add.otherHeaders')}
      hint={t('console.add.placeholders')}
    >
      <textarea
        className={styles['area']}
        rows={2}
        spellCheck={false}
        value={draft.pairs}
        onChange={(event) => set({ pairs: event.target.value })}
      />
    </Field>
  )
  return (
    <>
      {draft.kind === 'telemetry' ? (
        <Field label={t('console.add.kind')}>
          <Select value={draft.speaks} onChange={(event) => set({ speaks: event.target.value as Protocol })}>
            {PROTOCOLS.map((protocol) => (
              <option key={protocol} value={protocol}>
                {t(`console.add.${protocol}`)}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      {model ? (
        <Field label={t('console.add.kind')}>
          <Select value={draft.kind} onChange={(event) => set({ kind: event.target.value as Kind })}>
            <option value="stdio">{t('console.add.stdio')}</option>
            <option value="http">{t('console.add.http')}</option>
          </Select>
        </Field>
      ) : null}
      <Field label={t('console.add.name')}>
        <Input
          required
          readOnly={fixed}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      {stdio ? (
        <>
          <Field label={t('console.add.command')} hint={t('console.add.commandHint')}>
            <Input
              required
              value={draft.command}
              onChange={(event) => set({ command: event.target.value })}
            />
          </Field>
          <Field label={t('console.add.args')}>
            <textarea
              className={styles['area']}
              rows={3}
              spellCheck={false}
              value={draft.args}
              onChange={(event) => set({ args: event.target.value })}
            />
          </Field>
        </>
      ) : (
        <Field label={t('console.add.url')} hint={t(URL_HINTS[draft.kind])}>
          <Input
            required
            inputMode="url"
            value={draft.url}
            onChange={(event) => set({ url: event.target.value })}
          />
        </Field>
      )}
      {stdio ? null : (
        <Field label={t('console.add.token')} hint={t('console.add.tokenHint')}>
          <Input
            type={draft.token.startsWith('${') ? 'text' : 'password'}
            value={draft.token}
            onChange={(event) => set({ token: event.target.value })}
          />
        </Field>
      )}
      {stdio ? pairs : null}
      <details open={advanced} onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>{t('console.add.advanced')}</summary>
        <Stack gap={2} pad={[2, 0]}>
          {stdio ? null : pairs}
          {model ? (
            <>
              <Field label={t('console.add.era')} hint={t('console.add.eraHint')}>
                <Select
                  value={era}
                  onChange={(event) => set({ era: ERAS.find((one) => one === event.target.value) ?? 'auto' })}
                >
                  {ERAS.map((one) => (
                    <option key={one} value={one}>
                      {t(`console.era.${one}`)}
                    </option>
                  ))}
                </Select>
              </Field>
              <Field label={t('console.add.workspace')} hint={t('console.add.workspaceHint')}>
                <Input value={draft.workspace} onChange={(event) => set({ workspace: event.target.value })} />
              </Field>
            </>
          ) : null}
          {draft.kind === 'telemetry' ? <TelemetryFields draft={draft} set={set} /> : null}
          {draft.kind === 'platform' ? (
            <>
              <Field label={t('console.add.proxyUrl')} hint={t('console.add.proxyUrlHint')}>
                <Input
                  inputMode="url"
                  value={draft.proxyUrl}
                  onChange={(event) => set({ proxyUrl: event.target.value })}
                />
              </Field>
              <Field label={t('console.add.sandboxPath')} hint={t('console.add.pathHint')}>
                <Input
                  value={draft.sandboxPath}
                  placeholder={SANDBOX_BASE}
                  onChange={(event) => set({ sandboxPath: event.target.value })}
                />
              </Field>
              <Field label={t('console.add.gemPath')}>
                <Input
                  value={draft.gemPath}
                  placeholder={GEM_BASE}
                  onChange={(event) => set({ gemPath: event.target.value })}
                />
              </Field>
            </>
          ) : null}
        </Stack>
      </details>
    </>
  )
}

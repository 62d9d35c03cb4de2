import { useState } from 'react'
import { GEM_BASE } from '#shared/gem/rest.ts'
import { useText } from '../../i18n/text.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from '../parts/console.module.css'
import type { Draft, Kind } from './connection-draft.ts'

/** Where the sandbox API of a platform usually begins. */
const SANDBOX_BASE = '/apis/envs/sandbox/v1'

interface ConnectionFormProps {
  readonly draft: Draft
  /** The name of one that exists stays. */
  readonly fixed: boolean
  onChange(draft: Draft): void
}

/** A connection as a form. */
export function ConnectionForm({ draft, fixed, onChange }: ConnectionFormProps) {
  const t = useText()
  const set = (part: Partial<Draft>): void => onChange({ ...draft, ...part })
  const stdio = draft.kind === 'stdio'
  const [opened, setOpened] = useState(false)
  const { workspace, proxyUrl, sandboxPath, gemPath } = draft
  const advanced =
    opened || [workspace, proxyUrl, sandboxPath, gemPath, stdio ? '' : draft.pairs].some(Boolean)
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
      {draft.kind === 'platform' ? null : (
        <Field label={t('console.add.kind')}>
          <Select value={draft.kind} onChange={(event) => set({ kind: event.target.value as Kind })}>
            <option value="stdio">{t('console.add.stdio')}</option>
            <option value="http">{t('console.add.http')}</option>
          </Select>
        </Field>
      )}
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
        <Field
          label={t('console.add.url')}
          hint={t(draft.kind === 'http' ? 'console.add.urlHint' : 'console.add.platformHint')}
        >
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
          {draft.kind === 'platform' ? null : (
            <Field label={t('console.add.workspace')} hint={t('console.add.workspaceHint')}>
              <Input value={draft.workspace} onChange={(event) => set({ workspace: event.target.value })} />
            </Field>
          )}
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

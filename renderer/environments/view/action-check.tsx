import type { ActionGrammar } from '#shared/gem/boxed.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import { translateServerText, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { changeTab } from '../session/tabs.ts'
import { checkDraft } from '../parts/action-text.ts'
import styles from '../parts/play-pane.module.css'

interface ActionCheckProps {
  readonly tab: EnvironmentTab
  readonly grammar: ActionGrammar | undefined
}

/** Toggle for wrapping in `\boxed{}`, and a warning if the environment will not understand the action. */
export function ActionCheck({ tab: { id, autoBox, draft }, grammar }: ActionCheckProps) {
  const t = useText()
  const warning = checkDraft(grammar, autoBox, draft)
  return (
    <Stack row wrap tone="quiet" small className={styles['below']}>
      <label>
        <input
          type="checkbox"
          checked={autoBox}
          onChange={(event) => changeTab(id, { autoBox: event.target.checked })}
        />{' '}
        {t('environments.action.autoBox')}
      </label>
      <span id="gem-action-warning" role="status" className={styles['warning']}>
        {warning
          ? `${t(`environments.action.${warning.problem}`, { inside: warning.inside ?? '' })} ${warning.suggestion ? '' : translateServerText(grammar?.words ?? '')}`.trim()
          : ''}
      </span>
      {warning?.suggestion ? (
        <Button tone="quiet" onClick={() => changeTab(id, { draft: warning.suggestion ?? '' })}>
          {t('environments.action.useBoxed')}
        </Button>
      ) : null}
      {warning ? null : <Text tone="faint">{t('environments.action.lines')}</Text>}
    </Stack>
  )
}

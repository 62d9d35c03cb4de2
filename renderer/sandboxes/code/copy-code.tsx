import { CodeXml } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { copyText } from '../parts/copy-text.ts'
import { type Language, type ProgramAction, programFor } from './programs.ts'

const LANGUAGES: readonly Language[] = ['curl', 'python', 'typescript']

/** The address a program would use. */
function addressOfPlatform(platform: string): string {
  const { connections } = useWorkbench.getState()
  return connections.find(({ id }) => id === platform)?.address ?? 'http://127.0.0.1:8080'
}

/** Menu entries that copy an action as a program. */
export function codeEntries(
  t: ReturnType<typeof useText>,
  action: ProgramAction,
  platform: string,
): readonly MenuEntry[] {
  const connection = useWorkbench.getState().connections.find(({ id }) => id === platform)
  return LANGUAGES.map((language) => ({
    label: t(`sandboxes.code.${language}`),
    act: () =>
      void copyText(programFor(action, language, addressOfPlatform(platform), connection?.paths?.sandbox)),
  }))
}

/** One menu entry that opens a menu of actions, each in all languages. */
export function codeMenu(
  t: ReturnType<typeof useText>,
  actions: readonly (readonly [label: string, action: ProgramAction])[],
  platform: string,
): MenuEntry {
  return {
    label: t('sandboxes.code'),
    apart: true,
    entries: actions.map(([label, action]) => ({ label, entries: codeEntries(t, action, platform) })),
  }
}

/** A button whose menu copies an action as curl, Python or TypeScript. */
export function CopyCode({
  action,
  platform,
}: {
  readonly action: ProgramAction
  readonly platform: string
}) {
  const t = useText()
  return <Menu label={t('sandboxes.code')} icon={CodeXml} entries={codeEntries(t, action, platform)} />
}

import type { Command } from '../app/commands.ts'
import type { Text } from '../i18n/text.ts'
import { goTo } from '../app/routes.ts'
import { consoleTabs, useConsole } from './console-store.ts'

/** What the console does, for the palette and the keyboard. */
export function consoleCommands(t: Text): Command[] {
  return [
    {
      id: 'console.add',
      title: t('console.add.title'),
      group: t('app.bench.console'),
      run: () => {
        goTo('console')
        useConsole.setState({ editing: {} })
      },
    },
    ...consoleTabs.map((tab) => ({
      id: `console.tab.${tab}`,
      title: t('console.show', { tab: t(`console.tab.${tab}`) }),
      group: t('app.bench.console'),
      run: () => {
        goTo('console')
        useConsole.setState({ tab })
      },
    })),
  ]
}

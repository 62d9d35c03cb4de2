import type { Launch } from '#shared/workbench/areas/connections.ts'
import { Stack } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from '../parts/console.module.css'

interface Line {
  readonly name: string
  readonly value: string
  /** The previously approved value, if different; null if there was none. */
  readonly before: string | null | undefined
}

/** Everything that would be executed, line by line, with what is new since the approval. */
function launchLines(launch: Launch, before: Launch | undefined, words: { command: string; folder: string }) {
  const compare = (value: string | undefined, previous: string | undefined): Line['before'] =>
    !before || value === previous ? undefined : (previous ?? null)
  const previous = new Map(before?.env.map(({ name, value }) => [name, value]))
  const lines: Line[] = [
    {
      name: words.command,
      value: launch.commandLine,
      before: compare(launch.commandLine, before?.commandLine),
    },
    ...(launch.cwd === undefined && before?.cwd === undefined
      ? []
      : [{ name: words.folder, value: launch.cwd ?? '', before: compare(launch.cwd, before?.cwd) }]),
    ...launch.env.map(({ name, value }) => ({ name, value, before: compare(value, previous.get(name)) })),
  ]
  const gone = before?.env.filter(({ name }) => !launch.env.some((each) => each.name === name)) ?? []
  return [...lines, ...gone.map(({ name, value }): Line => ({ name, value: '', before: value }))]
}

/** What the user approves: command, working directory, every variable. */
export function LaunchView({
  launch,
  before,
}: {
  readonly launch: Launch
  readonly before?: Launch | undefined
}) {
  const t = useText()
  const lines = launchLines(launch, before, {
    command: t('console.launch.command'),
    folder: t('console.launch.folder'),
  })
  return (
    <Stack as="dl" gap={1} className={styles['launch']}>
      {lines.map(({ name, value, before: previous }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{value === '' ? t('console.launch.nothing') : value}</code>
            {previous === undefined ? null : (
              <Badge tone="warning">
                {previous === null
                  ? t('console.launch.new')
                  : t('console.launch.before', {
                      value: previous === '' ? t('console.launch.nothing') : previous,
                    })}
              </Badge>
            )}
          </dd>
        </div>
      ))}
    </Stack>
  )
}

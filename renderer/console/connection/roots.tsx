import { Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { WordLink } from '../../app/word-link.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { FailureNotice } from '../../app/failure-text.tsx'
import { Text } from '../../ui/text.tsx'

/** The folders reported to a server that requests roots. */
export function Roots({ connection: { id } }: { readonly connection: Connection }) {
  const t = useText()
  const [folders, setFolders] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    let current = true
    workbench.call('connections.roots', { id }).then(
      (stored) => current && setFolders(stored),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [id])
  const change = (next: readonly string[]): Promise<boolean> =>
    workbench.call('connections.setRoots', { id, folders: [...next] }).then(
      () => {
        setFailure(undefined)
        setFolders(next)
        return true
      },
      (error: unknown) => {
        setFailure(toFailure(error))
        return false
      },
    )
  // A refused entry stays, to be corrected.
  const add = async (): Promise<void> => {
    if (typed.trim() !== '' && (await change([...folders, typed.trim()]))) setTyped('')
  }
  return (
    <Stack as="section" gap={2} aria-label={t('console.roots.title')}>
      <h3>{t('console.roots.title')}</h3>
      <Text as="p" tone="quiet" small>
        {t(folders.length === 0 ? 'console.roots.none' : 'console.roots.text')}{' '}
        <WordLink term="start.help.term.console.roots" />
      </Text>
      <Stack as="ul" gap={1}>
        {folders.map((folder) => (
          <Stack as="li" key={folder} row gap={2}>
            <code>{folder}</code>
            <IconButton
              label={t('console.roots.remove', { folder })}
              icon={X}
              onClick={() => void change(folders.filter((each) => each !== folder))}
            />
          </Stack>
        ))}
      </Stack>
      <Form row gap={2} align="end" onSubmit={add}>
        <Field label={t('console.roots.folder')}>
          <Input
            value={typed}
            placeholder="/home/me/project"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" reason={typed.trim() === '' ? t('ui.need') : undefined}>
          <Plus size={14} aria-hidden />
          {t('console.roots.add')}
        </Button>
      </Form>
      <FailureNotice failure={failure} />
    </Stack>
  )
}

import { GitCommitHorizontal, Import, Package, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SandboxImage } from '#shared/workbench/areas/sandboxes.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { useText } from '../../i18n/text.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { List } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Row } from '../../ui/row.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { ToolbarSpace } from '../../ui/toolbar.tsx'
import { FailureText } from '../../app/failure-text.tsx'
import { useKeyRefusal } from '../../app/key-role.ts'
import { TransferList } from '../files/transfer-list.tsx'
import { importImage } from '../files/transfers.ts'
import { PlatformField } from '../parts/platform-field.tsx'
import { describeImage, useChoices } from '../sandboxes/choices.ts'
import { translateSentence } from '../sandboxes/platform-sentences.ts'
import { rememberImage } from '../sandboxes/start-memory.ts'
import { showSize } from '../sandboxes/show-size.ts'
import { useSandboxes } from '../sandboxes/sandbox-store.ts'
import { currentPlatform } from '../sandboxes/unsupported-feature.ts'
import { IMAGES } from '../sessions/shown.ts'

interface ImagesViewProps {
  /** Opens the start dialog with an image of a platform. */
  onStart(image: string, platform: string): void
}

/** Derives an image name from a file name: `base.tar.gz` gives `base`. */
const tagOf = (file: string): string => file.replace(/\.(?:tar|tgz|tar\.\w+)$/, '')

/** A platform's images: describe, import, delete, and start from them. */
export function ImagesView({ onStart }: ImagesViewProps) {
  const t = useText()
  const features = useSandboxes((state) => state.features)
  const connections = useWorkbench((state) => state.connections)
  const platforms = connections.filter(({ id }) => features[id]?.images)
  const [chosen, setChosen] = useState<string>()
  const [doomed, setDoomed] = useState<string>()
  const [problem, setProblem] = useState<Failure>()
  const platform = chosen ?? currentPlatform(platforms, 'viewer') ?? ''
  const { choices, reload } = useChoices(platform)
  const refused = useKeyRefusal()
  const noImport =
    refused(platform, 'admin') ??
    (choices?.imports === false ? t('sandboxes.images.import.needs') : undefined)
  const noStart = refused(platform)
  const tell = (error: unknown): void => setProblem(toFailure(error))
  const remove = (reference: string): void => {
    setDoomed(undefined)
    workbench.call('sandboxes.deleteImage', { platform, reference }).then(reload, tell)
  }
  const add = (file: File): void => {
    setProblem(undefined)
    const imageTag = tagOf(file.name)
    void importImage(platform, imageTag, file).then((arrived) => {
      if (arrived) rememberImage(imageTag)
      reload()
    })
  }
  return (
    <Stack grow scroll gap={3} pad={[3, 4]} ground="surface">
      <Stack row gap={2}>
        <h2 tabIndex={-1} data-place={IMAGES}>
          {t('sandboxes.images.title')}
        </h2>
        <ToolbarSpace />
        {noImport !== undefined ? (
          <Button reason={noImport}>{t('sandboxes.images.import')}</Button>
        ) : (
          <FileInput label={t('sandboxes.images.import')} accept=".tar,.gz,.tgz,.xz,.zst" onFile={add}>
            {t('sandboxes.images.import')}
          </FileInput>
        )}
      </Stack>
      <Text as="p" tone="quiet">
        {t('sandboxes.images.hint')}
      </Text>
      <PlatformField platforms={platforms} value={platform} onChange={setChosen} />
      {problem === undefined ? null : (
        <Notice tone="bad" role="alert" dismiss={{ act: () => setProblem(undefined) }}>
          <FailureText failure={problem} />
        </Notice>
      )}
      {doomed === undefined ? null : (
        <Notice
          tone="warning"
          role="alert"
          action={
            <>
              <Button onClick={() => setDoomed(undefined)}>{t('sandboxes.cancel')}</Button>
              <Button tone="danger" onClick={() => remove(doomed)}>
                {t('sandboxes.delete')}
              </Button>
            </>
          }
        >
          {t('sandboxes.images.delete.sure', { image: doomed })}
        </Notice>
      )}
      <List
        label={t('sandboxes.images.title')}
        items={choices?.images ?? []}
        keyOf={({ reference }) => reference}
        busy={choices === undefined}
      >
        {(image) => (
          <Row
            icon={<ImageIcon origin={image.origin} />}
            label={image.reference}
            note={describeImage(t, image)}
            detail={image.size === undefined ? undefined : showSize(image.size)}
            actions={
              <ImageActions
                image={image}
                noChange={noStart}
                onStart={() => onStart(image.reference, platform)}
                onDelete={() => setDoomed(image.reference)}
              />
            }
            disabled={noStart !== undefined}
            onClick={() => onStart(image.reference, platform)}
          />
        )}
      </List>
      {Object.entries(choices?.missing ?? {}).map(([backend, sentences]) => (
        <section key={backend}>
          <h3>{t('sandboxes.notGuaranteed.by', { backend })}</h3>
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>{translateSentence(t, sentence)}</li>
            ))}
          </ul>
        </section>
      ))}
      <TransferList />
    </Stack>
  )
}

/** Where an image is from: made here from a sandbox, brought as a file, or the platform's own. */
function ImageIcon({ origin }: Pick<SandboxImage, 'origin'>) {
  const Icon = origin === 'commit' ? GitCommitHorizontal : origin === 'import' ? Import : Package
  return <Icon size={14} aria-hidden />
}

interface ImageActionsProps {
  readonly image: SandboxImage
  /** Why the key may neither start from it nor delete it. */
  readonly noChange: string | undefined
  onStart(): void
  onDelete(): void
}

function ImageActions({ image, noChange, onStart, onDelete }: ImageActionsProps) {
  const t = useText()
  const { reference, origin, needs } = image
  return (
    <>
      <IconButton
        label={t('sandboxes.images.start', { image: reference })}
        icon={Play}
        reason={noChange ?? (needs?.length ? describeImage(t, image) : undefined)}
        onClick={onStart}
      />
      {origin === 'commit' || origin === 'import' ? (
        <IconButton
          label={t('sandboxes.images.delete', { image: reference })}
          icon={Trash2}
          tone="danger"
          reason={noChange}
          onClick={onDelete}
        />
      ) : null}
    </>
  )
}

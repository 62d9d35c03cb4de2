import { useState } from 'react'
import { type StartFields, defaultStart } from '#shared/documents/sandboxes.ts'
import { parseCpus } from '#shared/sandbox/amounts.ts'
import type { StartChoices } from '#shared/workbench/areas/sandboxes.ts'
import { Form, Stack } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { List } from '../../ui/list.tsx'
import { Row } from '../../ui/row.tsx'
import { Text } from '../../ui/text.tsx'
import { CopyCode } from '../code/copy-code.tsx'
import { PlatformField } from '../parts/platform-field.tsx'
import { useShown } from '../sessions/shown.ts'
import { useChoices, describeImage, firstImage, imageHere, useStartPreview } from './choices.ts'
import { LimitFields, limitProblems, secondsOf } from './limit-fields.tsx'
import { hostsProblem, NetworkField } from './network-field.tsx'
import { useLackingPlatform } from './no-backend.tsx'
import { isImagePlatform, NO_LOGIN, RegistryFields, signedIn } from './registry-fields.tsx'
import { changeKnown, startSandbox, useIsOurs } from './sandbox-store.ts'
import { parseEnv, rememberStart, useStartMemory } from './start-memory.ts'
import styles from './start-dialog.module.css'
import { currentPlatform, useUnsupportedFeature } from './unsupported-feature.ts'
import { TemplateBar } from './template-bar.tsx'
import { TemplateFields } from './template-fields.tsx'
import { runStartScript, withTemplate } from './templates.ts'

/* oxlint-disable jsx-a11y/no-autofocus -- the first field of a dialog that was just asked for */

/** Room for all that the platform's answer brings: the buttons stay where they are, under the pointer or not. */
const ROOM = 'min(48rem, calc(90vh - 96px))'

interface ImagePickerProps {
  readonly image: string
  readonly choices: StartChoices | undefined
  /** Images used before. */
  readonly used: readonly string[]
  onChange(image: string): void
}

/**
 * Image combobox: the available images with their contents, or any name, with what a start would do with it.
 */
function ImagePicker({ image, choices, used, onChange }: ImagePickerProps) {
  const t = useText()
  const outlook = useStartPreview(choices, image.trim())
  const here = choices?.images ?? []
  const isChosen = (reference: string): boolean => reference === image.trim()
  const others = used.filter((name) => here.every(({ reference }) => reference !== name))
  // The list below says it of an image that it shows.
  const said = outlook.warning ?? (here.some((one) => isChosen(one.reference)) ? undefined : outlook.hint)
  return (
    <Stack gap={1.5}>
      <Field label={t('sandboxes.start.image')}>
        <Input
          value={image}
          list="sandbox-images"
          required
          autoFocus
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {/* Beside the field, not part of its accessible name: it changes with every key. */}
      <Text as="p" small tone={outlook.warning === undefined ? 'quiet' : 'warning'} role="status">
        {said}
      </Text>
      <datalist id="sandbox-images">
        {others.map((name) => (
          <option key={name} value={name} aria-label={name} />
        ))}
      </datalist>
      {here.length > 0 ? (
        <div className={styles['images']}>
          <List
            label={t('sandboxes.image.here')}
            items={here}
            keyOf={({ reference }) => reference}
            current={image}
          >
            {(one) => (
              <Row
                label={one.reference}
                note={describeImage(t, one)}
                selected={isChosen(one.reference)}
                disabled={(one.needs?.length ?? 0) > 0}
                onClick={() => onChange(one.reference)}
              />
            )}
          </List>
        </div>
      ) : null}
    </Stack>
  )
}

const number = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))
const written = (text: string): string | undefined => text.trim() || undefined

const requestOf = (platform: string, fields: StartFields, name = '') => ({
  platform,
  image: fields.image.trim(),
  // A script needs a running sandbox.
  wait: fields.wait || fields.script.trim() !== '',
  cpus: fields.cpus.trim() === '' ? undefined : parseCpus(fields.cpus),
  memory: written(fields.memory),
  disk: written(fields.disk),
  network: written(fields.network),
  imagePlatform: written(fields.imagePlatform),
  autoStopMinutes: number(fields.idle),
  autoDeleteSeconds: secondsOf(fields.keep),
  name: name.trim() || undefined,
})

/**
 * Initial form values: the last used ones, with an available image. Not changed when the platform answers
 * later, since a field must not change while in use.
 */
const beginning = (last: StartFields, choices: StartChoices | undefined, isOurs: boolean): StartFields => ({
  ...last,
  image: imageHere(choices, last.image || firstImage(isOurs, choices)),
})

/** The sandbox's resource limits and lifetimes. */
const limitsOf = ({ cpus, memory, disk, idle, keep, network }: StartFields) => ({
  cpus,
  memory,
  disk,
  idle,
  keep,
  network,
})
const USUAL = limitsOf(defaultStart)
const isUsual = (fields: StartFields): boolean => JSON.stringify(limitsOf(fields)) === JSON.stringify(USUAL)

/**
 * Whether the user chose nothing else during the start, not even the same sandbox again; otherwise the view is not switched. Every choice
 * makes another state.
 */
function stayed(before: ReturnType<typeof useShown.getState>, started: string): boolean {
  const now = useShown.getState()
  return now === before || (now.section === before.section && now.place === started)
}

interface StartDialogProps {
  readonly open: boolean
  /** The requested image, if any. */
  readonly image?: string | undefined
  /** The platform that has it; undefined for the usual one. */
  readonly platform?: string | undefined
  onOpenChange(open: boolean): void
}

/** All options of a start, prefilled with the last used ones. */
export function StartDialog({ open, image, platform, onOpenChange }: StartDialogProps) {
  const t = useText()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('sandboxes.start.title')} width={600}>
      {open ? <StartForm image={image} there={platform} close={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

interface StartFormProps {
  readonly image: string | undefined
  readonly there: string | undefined
  close(): void
}

function StartForm({ image, there, close }: StartFormProps) {
  const t = useText()
  const remembered = useStartMemory((memory) => memory.last)
  const own = useStartMemory((memory) => memory.presets)
  const last = withTemplate(remembered, own)
  const images = useStartMemory((memory) => memory.images)
  const connections = useWorkbench((state) => state.connections)
  const platforms = connections.filter(({ kind }) => kind === 'platform')
  // The data may load after the dialog opens: until the user changes something, the newest applies.
  const [chosen, setPlatform] = useState<string>()
  const [usual] = useState(() => there ?? currentPlatform())
  const platform = chosen ?? usual ?? platforms[0]?.id ?? ''
  const [typed, setFields] = useState<StartFields>()
  const { choices } = useChoices(platform)
  const isOurs = useIsOurs(platform)
  const fields = typed ?? (image === undefined ? beginning(last, choices, isOurs) : { ...last, image })
  const [name, setName] = useState('')
  const [login, setLogin] = useState(NO_LOGIN)
  const lacking = useLackingPlatform()
  const env = parseEnv(fields.env)
  const set = (change: Partial<StartFields>): void => setFields({ ...fields, ...change })
  const lacks = lacking?.id === platform
  const refused = useUnsupportedFeature()('change', platform)
  const isWhole = fields.image.trim() !== '' && platform !== ''
  const isSound =
    'env' in env &&
    isImagePlatform(fields.imagePlatform) &&
    hostsProblem(t, fields.network) === undefined &&
    Object.keys(limitProblems(t, fields, isOurs)).length === 0
  const valid = isWhole && isSound && !lacks && refused === undefined
  const unready = isSound ? (isWhole ? undefined : t('ui.need')) : t('ui.wrong')

  /** Opens the help section about backends. */
  const help = (): void => {
    close()
    useShown.setState({ place: undefined })
  }
  const start = (): void => {
    if (!('env' in env)) return
    rememberStart(fields)
    close()
    const looking = useShown.getState()
    const files = fields.files.filter(({ path }) => path.trim() !== '')
    const request = {
      ...requestOf(platform, fields, name),
      registryLogin: signedIn(login),
      env: env.env,
      files,
    }
    void startSandbox(request).then((info) => {
      if (!info) return
      const place = `${info.platform}/${info.sandboxId}`
      // The platform ignored the name because it stores none.
      if (name.trim() !== '' && info.name === undefined) changeKnown(place, { name: name.trim() })
      if (stayed(looking, place)) useShown.setState({ place, section: 'terminals' })
      void runStartScript(info, env.env, fields.script)
    })
  }
  return (
    <Form style={{ minHeight: ROOM }} onSubmit={() => valid && start()}>
      <div className={styles['form']}>
        <TemplateBar fields={fields} choices={choices} onChoose={setFields} />
        <div className={styles['wide']}>
          <ImagePicker
            image={fields.image}
            choices={choices}
            used={images}
            onChange={(chosen) => set({ image: chosen })}
          />
        </div>
        <div className={styles['wide']}>
          <Field label={t('sandboxes.name')} hint={t('sandboxes.name.hint')}>
            <Input value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
          </Field>
        </div>
        {platforms.length > 1 ? (
          <div className={styles['wide']}>
            <PlatformField platforms={platforms} value={platform} onChange={setPlatform} />
          </div>
        ) : null}
        {typed || isUsual(fields) ? null : (
          <Text as="p" small tone="quiet" className={styles['wide'] ?? ''}>
            {t('sandboxes.start.remembered')}{' '}
            <Button tone="link" onClick={() => set(USUAL)}>
              {t('sandboxes.start.usual')}
            </Button>
          </Text>
        )}
        <LimitFields fields={fields} isOurs={isOurs} onChange={set} />
        {choices && choices.networks.length > 0 ? (
          <NetworkField
            value={fields.network}
            networks={choices.networks}
            onChange={(network) => set({ network })}
          />
        ) : null}
        <Stack as="label" row gap={2} className={styles['wide']}>
          <input
            type="checkbox"
            checked={fields.wait}
            onChange={(event) => set({ wait: event.target.checked })}
          />
          {t('sandboxes.start.wait')}
        </Stack>
        <div className={styles['wide']}>
          <Field
            label={t('sandboxes.start.env')}
            hint={t('sandboxes.start.env.hint')}
            error={'badLine' in env ? t('sandboxes.start.env.bad', { line: env.badLine }) : undefined}
          >
            <textarea
              className={styles['env']}
              rows={3}
              spellCheck={false}
              value={fields.env}
              onChange={(event) => set({ env: event.target.value })}
            />
          </Field>
        </div>
        {choices?.pulls ? (
          <RegistryFields
            imagePlatform={fields.imagePlatform}
            login={login}
            onPlatform={(imagePlatform) => set({ imagePlatform })}
            onLogin={setLogin}
          />
        ) : null}
        <TemplateFields fields={fields} onChange={set} />
        {refused === undefined ? null : (
          <div className={styles['wide']}>
            <Notice tone="warning" role="status">
              {refused}
            </Notice>
          </div>
        )}
        {lacks ? (
          <div className={styles['wide']}>
            <Notice
              tone="bad"
              role="alert"
              action={<Button onClick={help}>{t('sandboxes.lacking.why')}</Button>}
            >
              {t('sandboxes.lacking.title')}
            </Notice>
          </div>
        ) : null}
      </div>
      <DialogActions>
        <CopyCode action={{ kind: 'start', ...requestOf(platform, fields) }} platform={platform} />
        <Button onClick={close}>{t('sandboxes.cancel')}</Button>
        <Button
          type="submit"
          tone="primary"
          reason={refused ?? (lacks ? t('sandboxes.lacking.title') : unready)}
        >
          {t('sandboxes.start.go')}
        </Button>
      </DialogActions>
    </Form>
  )
}

/* oxlint-disable jsx-a11y/no-autofocus -- the first field of a dialog that was just asked for */
import type { StartChoices } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { Field, Input } from '../../ui/field.tsx'
import { List } from '../../ui/list.tsx'
import { Row } from '../../ui/row.tsx'
import { Text } from '../../ui/text.tsx'
import { describeImage, useOutlook } from './choices.ts'
import styles from './start-dialog.module.css'

interface ImagePickerProps {
  readonly image: string
  readonly choices: StartChoices | undefined
  /** Images that were used before. */
  readonly used: readonly string[]
  onChange(image: string): void
}

/** Which image a sandbox is made of: what is here, with what is in it, or any name; and what will come of that name. */
export function ImagePicker({ image, choices, used, onChange }: ImagePickerProps) {
  const t = useText()
  const outlook = useOutlook(choices, image.trim())
  const here = choices?.images ?? []
  const others = used.filter((name) => here.every(({ reference }) => reference !== name))
  return (
    <>
      <Field label={t('sandboxes.start.image')}>
        <Input
          value={image}
          list="sandbox-images"
          required
          autoFocus
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {/* Beside the field, not part of its name: it changes with every letter. */}
      <Text as="p" small tone={outlook.warning === undefined ? 'quiet' : 'warning'} role="status">
        {outlook.warning ?? outlook.hint}
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
                detail={describeImage(t, one)}
                selected={one.reference === image.trim()}
                disabled={(one.needs?.length ?? 0) > 0}
                onClick={() => onChange(one.reference)}
              />
            )}
          </List>
        </div>
      ) : null}
    </>
  )
}

import { Download } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useText } from '../../i18n/text.ts'
import { showKeys } from '../../app/keys.ts'
import { Button } from '../../ui/button.tsx'
import { MenuPortal } from '../../ui/menu-portal.tsx'
import { FORMATS } from './views.ts'
import { copyRows, exportedRows, saveRows } from './export-actions.ts'
import styles from './results.module.css'

function Formats() {
  const t = useText()
  const rows = exportedRows()
  return (
    <>
      <DropdownMenu.Label>
        {rows.shown < rows.total
          ? t('query.export.narrowed', rows)
          : t('query.table.rows', { count: rows.total })}
      </DropdownMenu.Label>
      <DropdownMenu.Separator />
      <DropdownMenu.Group className={styles['formats']}>
        <DropdownMenu.Label>{t('query.export.save')}</DropdownMenu.Label>
        {FORMATS.map((format) => (
          <DropdownMenu.Item key={format} onSelect={() => saveRows(format)}>
            {t(`query.export.${format}`)}
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Label>{t('query.export.copy')}</DropdownMenu.Label>
        {FORMATS.map((format) => (
          <DropdownMenu.Item key={format} onSelect={() => void copyRows(format)}>
            {t(`query.export.${format}`)}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Group>
      <DropdownMenu.Separator />
      <DropdownMenu.Label className={styles['note']}>{t('query.export.formulas')}</DropdownMenu.Label>
    </>
  )
}

/** Rows and columns as the table shows them, saved or copied in a format of choice. */
export function ExportMenu() {
  const t = useText()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button title={showKeys('Mod+Shift+S')}>
          <Download size={13} aria-hidden />
          {t('query.export')}
        </Button>
      </DropdownMenu.Trigger>
      <MenuPortal>
        <DropdownMenu.Content className={styles['menu']} align="end">
          <Formats />
        </DropdownMenu.Content>
      </MenuPortal>
    </DropdownMenu.Root>
  )
}

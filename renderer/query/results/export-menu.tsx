import { Download } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { showKeys } from '../../app/keys.ts'
import { Button } from '../../ui/button.tsx'
import { FORMATS } from './views.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { copyRows, exportedRows, saveRows } from './export-actions.ts'

/** Rows and columns as the table shows them, saved or copied in a format of choice. */
export function ExportMenu() {
  const t = useText()
  const entries = (): MenuEntry[] => {
    const rows = exportedRows()
    const sum =
      rows.shown < rows.total
        ? t('query.export.narrowed', rows)
        : t('query.table.rows', { count: rows.total })
    return [
      { label: sum, heading: true },
      { label: t('query.export.save'), heading: true, apart: true },
      ...FORMATS.map((format) => ({ label: t(`query.export.${format}`), act: () => saveRows(format) })),
      { label: t('query.export.copy'), heading: true, apart: true },
      ...FORMATS.map((format) => ({ label: t(`query.export.${format}`), act: () => void copyRows(format) })),
      { label: t('query.export.formulas'), heading: true, apart: true },
    ]
  }
  return (
    <Menu
      trigger={
        <Button title={showKeys('Mod+Shift+S')}>
          <Download size={13} aria-hidden />
          {t('query.export')}
        </Button>
      }
      entries={entries}
    />
  )
}

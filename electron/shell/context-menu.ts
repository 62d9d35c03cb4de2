import { Menu, type BrowserWindow, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron'
import type { ShellTexts } from './texts.ts'

/**
 * What a right click offers where the page has no menu of its own; Electron has none either. Chromium asks for it only when the
 * page left the event alone.
 */
export function offerContextMenu(window: BrowserWindow, texts: () => ShellTexts): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = contextItems(params, texts())
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}

function contextItems(
  { isEditable, selectionText, editFlags }: ContextMenuParams,
  texts: ShellTexts,
): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: 'copy', label: texts.copy, enabled: editFlags.canCopy }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'cut', label: texts.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: texts.paste, enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: texts.selectAll, enabled: editFlags.canSelectAll },
  ]
}
